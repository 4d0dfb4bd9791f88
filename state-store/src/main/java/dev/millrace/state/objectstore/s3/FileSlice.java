package dev.millrace.state.objectstore.s3;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A part of a file as a stream. */
final class FileSlice extends InputStream {
  private final FileChannel channel;
  private long left;

  FileSlice(Path file, long offset, long length) throws IOException {
    channel = FileChannel.open(file, StandardOpenOption.READ);
    channel.position(offset);
    left = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int wanted = (int) Math.min(length, left);
    int read = wanted == 0 ? -1 : channel.read(ByteBuffer.wrap(buffer, offset, wanted));
    left -= Math.max(0, read);
    return read;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
