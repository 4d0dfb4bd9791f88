package dev.millrace.runtime.ledger;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The Lua scripts of the ledger. Each is atomic, takes all that varies as KEYS and ARGV, and may be
 * run twice. Time is Redis' own (rule L5). Every script answers with a list of texts that begins
 * with a status.
 */
enum Script {
  /** KEYS: partition, decisions. ARGV: owner, lease ms, epoch floor. */
  CLAIM(
      """
      local held = redis.call('HMGET', KEYS[1], 'epoch', 'owner', 'leaseUntil', 'next', 'nextUntil')
      local live = held[2] and tonumber(held[3] or '0') > now
      if live and held[2] ~= ARGV[1] then
        return {'REFUSED', held[2], whole(tonumber(held[3]) - now)}
      end
      local reserved = held[4] and tonumber(held[5] or '0') > now
      if not live and reserved and held[4] ~= ARGV[1] then
        return {'REFUSED', held[4], whole(tonumber(held[5]) - now)}
      end
      local epoch = held[1] or '0'
      if less(epoch, ARGV[3]) then epoch = ARGV[3] end
      epoch = whole(tonumber(epoch) + 1)
      redis.call('HSET', KEYS[1], 'epoch', epoch, 'owner', ARGV[1],
        'leaseUntil', whole(now + tonumber(ARGV[2])))
      redis.call('HDEL', KEYS[1], 'next', 'nextUntil')
      return {'OK', epoch, redis.call('HGETALL', KEYS[1]), redis.call('LRANGE', KEYS[2], 0, -1)}
      """),

  /** KEYS: partition. ARGV: epoch, owner, lease ms. */
  RENEW(
      """
      local status = fence(KEYS[1], ARGV[1], ARGV[2])
      if status[1] == 'FENCED' then return status end
      redis.call('HSET', KEYS[1], 'leaseUntil', whole(now + tonumber(ARGV[3])))
      local waiting = redis.call('HMGET', KEYS[1], 'next', 'nextUntil')
      if waiting[1] and tonumber(waiting[2] or '0') > now then status[3] = waiting[1] end
      return status
      """),

  /**
   * KEYS: partition, decisions. ARGV: epoch, owner, committed, watermark, next timer, rate, busy,
   * state, decisions. Empty text is absence; without a position only the state is written.
   */
  PROGRESS(
      """
      local status = fence(KEYS[1], ARGV[1], ARGV[2])
      if status[1] == 'FENCED' then return status end
      local at = redis.call('HMGET', KEYS[1], 'committed', 'watermark')
      if ARGV[3] == '' then
        redis.call('HSET', KEYS[1], 'rate', ARGV[6], 'busy', ARGV[7], 'state', ARGV[8])
        return status
      end
      if at[1] and less(ARGV[3], at[1]) then return status end
      if at[1] == ARGV[3] and at[2] and (ARGV[4] == '' or less(ARGV[4], at[2])) then return status end
      if not at[1] or less(at[1], ARGV[3]) then
        redis.call('HSET', KEYS[1], 'heard', whole(now))
      elseif ARGV[4] ~= '' and at[2] and less(at[2], ARGV[4]) then
        redis.call('HSET', KEYS[1], 'moved', whole(now))
      end
      redis.call('HSET', KEYS[1], 'committed', ARGV[3], 'rate', ARGV[6], 'busy', ARGV[7],
        'state', ARGV[8])
      if ARGV[4] ~= '' and not (at[2] and less(ARGV[4], at[2])) then
        redis.call('HSET', KEYS[1], 'watermark', ARGV[4])
      end
      if ARGV[5] == '' then
        redis.call('HDEL', KEYS[1], 'nextTimer')
      else
        redis.call('HSET', KEYS[1], 'nextTimer', ARGV[5])
      end
      redis.call('DEL', KEYS[2])
      for i = 9, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
      return status
      """),

  /**
   * KEYS: partition, decisions. ARGV: epoch, owner, manifest, offset, newest wish it answers (empty
   * for none).
   */
  CHECKPOINTED(
      """
      local status = fence(KEYS[1], ARGV[1], ARGV[2])
      if status[1] == 'FENCED' then return status end
      local at = redis.call('HGET', KEYS[1], 'checkpointOffset')
      if at and less(ARGV[4], at) then return status end
      if redis.call('HGET', KEYS[1], 'checkpoint') ~= ARGV[3] then
        redis.call('HSET', KEYS[1], 'checkpointed', whole(now))
      end
      redis.call('HSET', KEYS[1], 'checkpoint', ARGV[3], 'checkpointOffset', ARGV[4])
      if ARGV[5] ~= '' and less(redis.call('HGET', KEYS[1], 'answered') or '0', ARGV[5]) then
        redis.call('HSET', KEYS[1], 'answered', ARGV[5])
      end
      while true do
        local first = redis.call('LINDEX', KEYS[2], 0)
        if not first then return status end
        if not less(string.match(first, '^%d+') or ARGV[4], ARGV[4]) then return status end
        redis.call('LPOP', KEYS[2])
      end
      """),

  /** KEYS: partition. ARGV: epoch, owner. */
  RELEASE(
      """
      local held = redis.call('HMGET', KEYS[1], 'epoch', 'owner')
      if held[1] ~= ARGV[1] or held[2] ~= ARGV[2] then
        return {'FENCED', held[1] or '0', held[2] or ''}
      end
      redis.call('HDEL', KEYS[1], 'owner', 'leaseUntil')
      return {'OK'}
      """),

  /** KEYS: partition. ARGV: next owner, seen epoch, length ms. */
  RESERVE(
      """
      local held = redis.call('HMGET', KEYS[1], 'epoch', 'next', 'nextUntil')
      if (held[1] or '0') ~= ARGV[2] then return {'MOVED'} end
      if held[2] and held[2] ~= ARGV[1] and tonumber(held[3] or '0') > now then return {'TAKEN'} end
      redis.call('HSET', KEYS[1], 'next', ARGV[1], 'nextUntil', whole(now + tonumber(ARGV[3])))
      return {'OK'}
      """),

  /** KEYS: meta, members, then partition and decisions in turn; reads only. */
  READ(
      """
      local live = {}
      local members = redis.call('HGETALL', KEYS[2])
      for i = 1, #members, 2 do
        if (tonumber(members[i + 1]) or 0) > now then live[#live + 1] = members[i] end
      end
      local answer = {'OK', whole(now), redis.call('HGETALL', KEYS[1]), live}
      for i = 3, #KEYS, 2 do
        answer[#answer + 1] = redis.call('HGETALL', KEYS[i])
        answer[#answer + 1] = redis.call('LRANGE', KEYS[i + 1], 0, -1)
      end
      return answer
      """),

  /** KEYS: meta. ARGV: revision that must be there (0 for none), then names and values. */
  META(
      """
      if (redis.call('HGET', KEYS[1], 'revision') or '0') == ARGV[1] then
        redis.call('HSET', KEYS[1], 'revision', whole(tonumber(ARGV[1]) + 1))
        for i = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
      end
      return {'OK', redis.call('HGETALL', KEYS[1])}
      """),

  /** KEYS: meta, members. ARGV: names and values of all fields. */
  REPLACE_META(
      """
      local instance = living(KEYS[2])
      if instance then return {'REFUSED', instance} end
      redis.call('DEL', KEYS[1])
      redis.call('HSET', KEYS[1], unpack(ARGV))
      return {'OK'}
      """),

  /**
   * KEYS: partition, decisions, members. ARGV: number of decisions, these, then names and values of
   * all fields. What is there may be damaged: text that is no number counts as none.
   */
  REPLACE(
      """
      local instance = living(KEYS[3])
      if instance then return {'REFUSED', instance} end
      local held = redis.call('HMGET', KEYS[1], 'epoch', 'committed', 'owner', 'leaseUntil')
      if held[3] and (tonumber(held[4] or '0') or 0) > now then return {'REFUSED', held[3]} end
      local count = tonumber(ARGV[1])
      local new = {}
      for i = count + 2, #ARGV, 2 do new[ARGV[i]] = ARGV[i + 1] end
      local function above(old, name)
        return old and string.match(old, '^%d+$') and less(new[name] or '-1', old)
      end
      if above(held[1], 'epoch') then return {'MOVED', 'epoch ' .. held[1]} end
      if above(held[2], 'committed') then return {'MOVED', 'committed ' .. held[2]} end
      redis.call('DEL', KEYS[1], KEYS[2])
      for name, value in pairs(new) do redis.call('HSET', KEYS[1], name, value) end
      for i = 2, count + 1 do redis.call('RPUSH', KEYS[2], ARGV[i]) end
      return {'OK'}
      """),

  /**
   * KEYS: partition, decisions, members. ARGV: an epoch that was given before. Only the greater of
   * the epochs stays, so that nobody of before can write.
   */
  FORGET(
      """
      local instance = living(KEYS[3])
      if instance then return {'REFUSED', instance} end
      local held = redis.call('HMGET', KEYS[1], 'epoch', 'owner', 'leaseUntil')
      if held[2] and (tonumber(held[3] or '0') or 0) > now then return {'REFUSED', held[2]} end
      local epoch = ARGV[1]
      if held[1] and string.match(held[1], '^%d+$') and less(epoch, held[1]) then
        epoch = held[1]
      end
      redis.call('DEL', KEYS[1], KEYS[2])
      redis.call('HSET', KEYS[1], 'epoch', epoch)
      return {'OK'}
      """),

  /** KEYS: meta, members. */
  FORGET_META(
      """
      local instance = living(KEYS[2])
      if instance then return {'REFUSED', instance} end
      redis.call('DEL', KEYS[1])
      return {'OK'}
      """),

  /** KEYS: meta. ARGV: generation, assignment. */
  PUBLISH(
      """
      if not less(redis.call('HGET', KEYS[1], 'generation') or '0', ARGV[1]) then return {'OLD'} end
      redis.call('HSET', KEYS[1], 'generation', ARGV[1], 'assignment', ARGV[2])
      return {'OK'}
      """),

  /**
   * KEYS: meta. ARGV: instance, length ms, report; an empty one takes that of the instance away.
   */
  REPORT(
      """
      if ARGV[3] == '' then
        local said = redis.call('HGET', KEYS[1], 'report')
        local _, _, who = string.find(said or '', '^%d+ %S+ (%S+) ')
        if who == ARGV[1] then redis.call('HDEL', KEYS[1], 'report') end
      else
        redis.call('HSET', KEYS[1], 'report', whole(now + tonumber(ARGV[2])) .. ' ' .. ARGV[3])
      end
      return {'OK'}
      """),

  /** KEYS: meta. ARGV: id of the wish; the same one again is not another. */
  ASK(
      """
      if redis.call('HEXISTS', KEYS[1], 'topic') == 0 then return {'NONE'} end
      local _, _, id = string.find(redis.call('HGET', KEYS[1], 'asked') or '', '^%d+ (.*)$')
      if id ~= ARGV[1] then redis.call('HSET', KEYS[1], 'asked', whole(now) .. ' ' .. ARGV[1]) end
      return {'OK'}
      """),

  /** KEYS: members. ARGV: member, length ms. */
  HEARTBEAT(
      """
      redis.call('HSET', KEYS[1], ARGV[1], whole(now + tonumber(ARGV[2])))
      local live = {}
      local members = redis.call('HGETALL', KEYS[1])
      for i = 1, #members, 2 do
        if tonumber(members[i + 1]) > now then
          live[#live + 1] = members[i]
        else
          redis.call('HDEL', KEYS[1], members[i])
        end
      end
      return {'OK', live}
      """),

  /** KEYS: members. ARGV: member. */
  LEAVE(
      """
      redis.call('HDEL', KEYS[1], ARGV[1])
      return {'OK'}
      """);

  /**
   * {@code now}: Redis' clock in ms. {@code whole}: a number as decimal text. {@code less}:
   * compares decimal texts exactly, for Lua's numbers are doubles and two offsets or times above
   * 2^53 may be equal as such. {@code fence}: OK for the newest epoch; FENCED for an older one;
   * WENT_BACK where Redis has lost the caller's epoch and nobody else lives there: the caller's is
   * put back (L3). {@code living}: an instance whose heartbeat has not run out, or nil.
   */
  private static final String PRELUDE =
      """
      local clock = redis.call('TIME')
      local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
      local function whole(number) return string.format('%.0f', number) end
      local function less(a, b)
        local negative = string.sub(a, 1, 1) == '-'
        if negative ~= (string.sub(b, 1, 1) == '-') then return negative end
        if negative then a, b = string.sub(b, 2), string.sub(a, 2) end
        if #a ~= #b then return #a < #b end
        return a < b
      end
      local function living(key)
        local members = redis.call('HGETALL', key)
        for i = 1, #members, 2 do
          if (tonumber(members[i + 1]) or 0) > now then return members[i] end
        end
        return nil
      end
      local function fence(key, epoch, owner)
        local held = redis.call('HMGET', key, 'epoch', 'owner', 'leaseUntil')
        if held[1] == epoch and held[2] == owner then return {'OK', epoch, ''} end
        local older = not held[1] or less(held[1], epoch)
        local other = held[2] and held[2] ~= owner and tonumber(held[3] or '0') > now
        if not older or other then return {'FENCED', held[1] or '0', held[2] or ''} end
        redis.call('HSET', key, 'epoch', epoch, 'owner', owner)
        return {'WENT_BACK', held[1] or '0', ''}
      end
      """;

  private final String source;
  private final String digest;

  Script(String body) {
    source = PRELUDE + body;
    digest = sha1(source);
  }

  /** The whole script. */
  String source() {
    return source;
  }

  /** SHA-1 of the script in hex: the name under which Redis caches it. */
  String digest() {
    return digest;
  }

  private static String sha1(String text) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      return HexFormat.of().formatHex(sha1.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "Expected SHA-1 in every Java runtime, but it is missing.", e);
    }
  }
}
