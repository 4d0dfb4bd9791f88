#!/usr/bin/env bash
# A native image builder for machines that have none: made from the builder's published jars, a JDK 25, and a
# little C for what the jars do not hold. It proves that the code compiles natively and starts; releases are built
# with Mandrel or GraalVM. Prints the home to give as GRAALVM_HOME; steps aside where that is set already.
#
#   build.sh            prints the home, making it first where it is missing
#   build.sh --clean    removes what was made
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${MILLRACE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/millrace}/native-builder
version=25.0.2

say() { echo "native builder: $*" >&2; }
die() { say "$*"; exit 1; }

if [ -n "${GRAALVM_HOME:-}" ] && [ -x "$GRAALVM_HOME/bin/native-image" ]; then
  echo "$GRAALVM_HOME"
  exit 0
fi
[ "${1:-}" != --clean ] || { rm -rf "$cache"; exit 0; }
[ "$(uname -sm)" = "Linux x86_64" ] ||
  die "Expected Linux on x86-64, but this is $(uname -sm). Install Mandrel or GraalVM and set GRAALVM_HOME."

find_jdk() {
  local jdk
  for jdk in "${JAVA_25_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/*25*; do
    [ -x "$jdk/bin/javac" ] && [ -r "$jdk/release" ] && grep -q '^JAVA_VERSION="25' "$jdk/release" && { readlink -f "$jdk"; return; }
  done
  return 1
}
jdk=$(find_jdk) || die "Expected a JDK 25, but found none. Install one and set JAVA_25_HOME."
for tool in gcc nm ar mvn; do
  command -v $tool >/dev/null || die "Expected $tool on the path, but it is not there. Install gcc, binutils and Maven."
done
[ -e /usr/include/zlib.h ] || die "Expected zlib's headers, but they are not there. Install zlib1g-dev."

key=$(cat "$here/build.sh" "$here"/pom.xml "$here"/driver/* "$here"/native/*.c "$here"/native/include/* "$jdk/release" |
  sha256sum | cut -c1-16)
home=$cache/$key
done_with() {
  ln -sfn "$home" "$cache/current" # for who cannot read what is printed
  echo "$home"
  exit 0
}
[ ! -x "$home/bin/native-image" ] || done_with

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say "making $home"
mkdir -p "$cache"
made=$work/home
cp -a "$jdk" "$made"
builder=$made/lib/svm/builder
libraries=$made/lib/svm/clibraries/linux-amd64
images=$made/lib/svm/image-libs # what lies beside an image
static=$made/lib/static/linux-amd64/glibc
mkdir -p "$builder/lib" "$libraries/include" "$images" "$static" "$made/lib/jvmci" "$work/jars"

mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/jars" >&2
for jar in "$work"/jars/*.jar; do
  case $(basename "$jar") in
    compiler-* | collections-* | word-* | nativeimage-$version.jar | truffle-compiler-*) mv "$jar" "$made/lib/jvmci" ;;
    *) mv "$jar" "$builder" ;;
  esac
done

flags=(-O2 -fPIC -Wall -Wextra -Wno-cast-function-type -I"$here/native/include" -I"$made/include" -I"$made/include/linux")
compile() { gcc "${flags[@]}" -c "$here/native/$1.c" -o "$work/$1.o"; }
for source in cpu helper linked container jvm; do compile $source; done
cp "$here"/native/include/*.h "$libraries/include"
ar rcs "$libraries/liblibchelper.a" "$work"/{cpu,helper,linked}.o
ar rcs "$libraries/libsvm_container.a" "$work/container.o"
gcc "${flags[@]}" -shared -o "$builder/lib/libreporterchelper.so" "$here/native/reporter.c"

# libjvm for the JDK's own libraries: what jvm.c has, and for the rest a stub that names itself and aborts
beside=(java nio net zip extnet management management_ext prefs jaas)
for library in "${beside[@]}"; do cp "$made/lib/lib$library.so" "$images"; done
nm --defined-only "$work/jvm.o" | awk '$2 == "T" {print $3}' | sort >"$work/have"
for library in "${beside[@]}"; do nm -D --undefined-only "$images/lib$library.so"; done |
  awk '{sub("@.*", "", $2); print $2}' | grep -E '^(JVM|jio)_' | sort -u >"$work/want"
{
  printf '#include <stdio.h>\n#include <stdlib.h>\n'
  comm -13 "$work/have" "$work/want" |
    sed 's/.*/void &(void) { fputs("&: not to be had in this native image\\n", stderr); abort(); }/'
} >"$work/stubs.c"
echo 'SUNWprivate_1.1 { global: *; };' >"$work/versions"
gcc -O2 -fPIC -shared -Wl,-soname,libjvm.so -Wl,--version-script="$work/versions" \
  -o "$images/libjvm.so" "$work/jvm.o" "$work/stubs.c"

# The builder looks for static libraries; each is a linker script that names the shared one.
for library in "${beside[@]}"; do echo "INPUT($home/lib/svm/image-libs/lib$library.so)" >"$static/lib$library.a"; done
echo "INPUT($home/lib/svm/image-libs/libjvm.so)" >"$libraries/libjvm.a"

mkdir -p "$made/lib/svm/driver"
"$made/bin/javac" -d "$made/lib/svm/driver" "$here"/driver/*.java
cat >"$made/bin/native-image" <<'END'
#!/usr/bin/env bash
home=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
exec "$home/bin/java" -Xshare:auto -XX:TieredStopAtLevel=1 -Dbuilder.version=VERSION -cp "$home/lib/svm/driver" NativeImage "$@"
END
sed -i "s/VERSION/$version/" "$made/bin/native-image"
chmod +x "$made/bin/native-image"
rm -rf "$home"
mv "$made" "$home"
done_with
