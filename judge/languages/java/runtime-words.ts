/** What the virtual machine prints on standard error about the end of a program. */

import { words } from '#contract/words.ts';
import type { RuntimeWords } from '../language.ts';

const ofLang = [
  'AbstractMethodError',
  'ArithmeticException',
  'ArrayIndexOutOfBoundsException',
  'ArrayStoreException',
  'AssertionError',
  'BootstrapMethodError',
  'ClassCastException',
  'ClassCircularityError',
  'ClassFormatError',
  'ClassNotFoundException',
  'CloneNotSupportedException',
  'EnumConstantNotPresentException',
  'Error',
  'Exception',
  'ExceptionInInitializerError',
  'IllegalAccessError',
  'IllegalAccessException',
  'IllegalArgumentException',
  'IllegalCallerException',
  'IllegalMonitorStateException',
  'IllegalStateException',
  'IllegalThreadStateException',
  'IncompatibleClassChangeError',
  'IndexOutOfBoundsException',
  'InstantiationError',
  'InstantiationException',
  'InternalError',
  'InterruptedException',
  'LayerInstantiationException',
  'LinkageError',
  'MatchException',
  'NegativeArraySizeException',
  'NoClassDefFoundError',
  'NoSuchFieldError',
  'NoSuchFieldException',
  'NoSuchMethodError',
  'NoSuchMethodException',
  'NullPointerException',
  'NumberFormatException',
  'OutOfMemoryError',
  'ReflectiveOperationException',
  'RuntimeException',
  'SecurityException',
  'StackOverflowError',
  'StringIndexOutOfBoundsException',
  'Throwable',
  'TypeNotPresentException',
  'UnknownError',
  'UnsatisfiedLinkError',
  'UnsupportedClassVersionError',
  'UnsupportedOperationException',
  'VerifyError',
  'VirtualMachineError',
];

const ofOthers = [
  'java.io.EOFException',
  'java.io.FileNotFoundException',
  'java.io.IOException',
  'java.io.NotSerializableException',
  'java.io.UncheckedIOException',
  'java.io.UnsupportedEncodingException',
  'java.lang.reflect.InaccessibleObjectException',
  'java.lang.reflect.InvocationTargetException',
  'java.lang.reflect.UndeclaredThrowableException',
  'java.net.SocketException',
  'java.net.UnknownHostException',
  'java.nio.BufferOverflowException',
  'java.nio.BufferUnderflowException',
  'java.nio.ReadOnlyBufferException',
  'java.nio.charset.MalformedInputException',
  'java.nio.charset.UnmappableCharacterException',
  'java.nio.file.AccessDeniedException',
  'java.nio.file.NoSuchFileException',
  'java.text.ParseException',
  'java.time.DateTimeException',
  'java.time.format.DateTimeParseException',
  'java.util.ConcurrentModificationException',
  'java.util.DuplicateFormatFlagsException',
  'java.util.EmptyStackException',
  'java.util.FormatFlagsConversionMismatchException',
  'java.util.FormatterClosedException',
  'java.util.IllegalFormatArgumentIndexException',
  'java.util.IllegalFormatCodePointException',
  'java.util.IllegalFormatConversionException',
  'java.util.IllegalFormatException',
  'java.util.IllegalFormatFlagsException',
  'java.util.IllegalFormatPrecisionException',
  'java.util.IllegalFormatWidthException',
  'java.util.InputMismatchException',
  'java.util.MissingFormatArgumentException',
  'java.util.MissingFormatWidthException',
  'java.util.MissingResourceException',
  'java.util.NoSuchElementException',
  'java.util.UnknownFormatConversionException',
  'java.util.UnknownFormatFlagsException',
  'java.util.concurrent.BrokenBarrierException',
  'java.util.concurrent.CancellationException',
  'java.util.concurrent.CompletionException',
  'java.util.concurrent.ExecutionException',
  'java.util.concurrent.RejectedExecutionException',
  'java.util.concurrent.TimeoutException',
  'java.util.regex.PatternSyntaxException',
];

/**
 * Of main: when another thread ends by an exception, the program goes on without it. Not always in a line of its own: the
 * program may have left one unfinished.
 */
const uncaught = [
  /Exception in thread "main" ([\w.$]+)/,
  /Exception: ([\w.$]+) thrown from the UncaughtExceptionHandler in thread "main"/,
];

const exitCodeOfException = 1;
const memoryError =
  /java\.lang\.OutOfMemoryError(?:: (?!unable to create native thread)| thrown from|$)|insufficient memory for the Java Runtime Environment/m;

/** Too many are reported as a want of memory too. */
const threadError = /Exception in thread "main" java\.lang\.OutOfMemoryError: unable to create native thread/;

/** The virtual machine itself ends a program that has no memory left. */
const exitCodeWithoutMemory = 3;
const ownMemoryError = /Terminating due to java\.lang\.OutOfMemoryError/;

/** `more`: exceptions of a language beside the JDK's. */
export function runtimeWordsWith(more: readonly string[]): RuntimeWords {
  const known = new Set([...ofLang.map((name) => `java.lang.${name}`), ...ofOthers, ...more]);
  return {
    ranOutOfMemory: ({ exitCode, stderr }) =>
      (exitCode === exitCodeOfException && memoryError.test(stderr)) ||
      (exitCode === exitCodeWithoutMemory && ownMemoryError.test(stderr)),
    uncaughtException({ exitCode, stderr }) {
      if (exitCode !== exitCodeOfException) return null;
      const match = uncaught.map((pattern) => pattern.exec(stderr)).find((found) => found !== null);
      const name = match?.[1];
      return name === undefined ? null : { name: known.has(name) ? name : null };
    },
    explainEnd({ exitCode, stderr }) {
      if (exitCode !== exitCodeOfException) return null;
      if (threadError.test(stderr)) return words('refused_threads');
      // After a crash the virtual machine exits as if nothing but an exception had happened.
      const signal = /^# {2}(SIG(?:BUS|FPE|ILL|SEGV)) \(0x/m.exec(stderr)?.[1];
      return signal === undefined ? null : words('ended_by_signal', { signal });
    },
  };
}
