import java.io.File;
import java.io.FileInputStream;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Whatever a program might try on the machine it runs on; prints what it got. */
public class Reach {
  interface Attempt {
    Object run() throws Throwable;
  }

  static void refuse(String what, Attempt attempt) {
    try {
      Object got = attempt.run();
      System.out.println(what + ": " + (got == null ? "done" : got));
    } catch (Throwable error) {
      // Refused, as it should be.
    }
  }

  public static void main(String[] args) throws Exception {
    for (String path : new String[] {
        "/etc/passwd", "/etc/hostname", "/etc/hosts", "/etc/ssl", "/root", "/home", "/var", "/usr/bin", "/usr/share",
        "/usr/include", "/proc", "/proc/self/maps", "/proc/self/fd", "/proc/1/environ", "/proc/cpuinfo", "/sys", "/dev/shm",
        "/dev/null", "/dev/mem", "/dev/tty", "../../etc/passwd"}) {
      refuse(path, () -> new File(path).exists() ? "is there" : fail());
      refuse(path, () -> new FileInputStream(path).read());
    }
    refuse("list of the own folder", () -> String.join(" ", new File(".").list()));
    for (String path : new String[] {"x", "/x", "/tmp/x", "/dev/x", "main.jar"}) {
      refuse("write " + path, () -> Files.writeString(Path.of(path), "x"));
      refuse("open " + path, () -> new RandomAccessFile(path, "rw"));
      refuse("map " + path, () -> FileChannel.open(Path.of(path), StandardOpenOption.READ, StandardOpenOption.WRITE));
      refuse("remove " + path, () -> new File(path).delete() ? "removed" : fail());
      refuse("touch " + path, () -> new File(path).setLastModified(1) ? "touched" : fail());
      refuse("chmod " + path, () -> new File(path).setWritable(true) ? "changed" : fail());
      refuse("make " + path, () -> new File(path + "y").mkdir() ? "made" : fail());
      refuse("link " + path, () -> Files.createSymbolicLink(Path.of(path + "z"), Path.of("/etc")));
    }
    refuse("temporary file", () -> File.createTempFile("a", "b"));
    // The virtual machine has two ways; the programs of the gate try the other.
    System.setProperty("jdk.lang.Process.launchMechanism", "FORK");
    refuse("exec", () -> Runtime.getRuntime().exec(new String[] {"/bin/true"}));
    refuse("exec of java", () -> new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-version").start());
    refuse("other processes", () -> ProcessHandle.of(1).get().destroyForcibly() ? "killed" : fail());
    refuse("processes", () -> ProcessHandle.allProcesses().count() > 1 ? "seen" : fail());
    refuse("socket", () -> new Socket("127.0.0.1", 80));
    refuse("server", () -> new ServerSocket(0));
    refuse("datagrams", () -> new DatagramSocket());
    refuse("names", () -> InetAddress.getByName("example.com"));
    refuse("library", () -> load(new File("main.jar").getAbsolutePath()));
    refuse("reflection", () -> openField(String.class, "value"));
    refuse("reflection of modules", () -> openField(Class.forName("java.lang.Module"), "name"));
    refuse("attach", () -> Class.forName("com.sun.tools.attach.VirtualMachine")
        .getMethod("attach", String.class).invoke(null, "" + ProcessHandle.current().pid()));
    refuse("class of java.lang", () -> define(renameAttempt("java/lang/Any")));
    refuse("address of a file", () -> new URL("file:/etc/passwd").openStream().read());
    refuse("dump of the heap", () -> {
      java.lang.management.ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class)
          .dumpHeap("/x.hprof", false);
      return null;
    });
    refuse("inside", Reach::tryFromInside);
    refuse("direct memory", () -> java.nio.ByteBuffer.allocateDirect(Integer.MAX_VALUE));
    refuse("environment", () -> System.getenv().keySet().stream().filter(name -> !name.equals("LC_ALL") && !name.equals("LD_PRELOAD") && !name.equals("LD_LIBRARY_PATH")).findAny().get());
    // Nothing is wrong with its bytes: of a name of its own a program may have such a class.
    System.out.println("class " + define(renameAttempt("Own$$$Attempt")).getName());
    System.out.println("processors " + Runtime.getRuntime().availableProcessors());
    System.out.println("process " + ProcessHandle.current().pid());
    System.out.println("user " + System.getProperty("user.name") + " in " + System.getProperty("user.dir"));
    System.out.println("text " + System.getProperty("file.encoding") + " \u00e9 " + new String("\u20ac".getBytes(), "UTF-8"));
    System.out.println("threads " + (startThreads() < 64 ? "bounded" : "unbounded"));
    System.out.println("end");
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  /** By Unsafe a program gets at whatever the runtime keeps to itself, and calls what only it calls. */
  static Object tryFromInside() throws Throwable {
    Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
    Field lookup = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
    MethodHandles.Lookup inside =
        (MethodHandles.Lookup) unsafe.getObject(unsafe.staticFieldBase(lookup), unsafe.staticFieldOffset(lookup));
    MethodType socket = MethodType.methodType(int.class, boolean.class, boolean.class, boolean.class, boolean.class);
    refuse("socket from inside", () -> (int) inside
        .findStatic(Class.forName("sun.nio.ch.Net"), "socket0", socket).invoke(false, true, false, false));
    MethodType open = MethodType.methodType(int.class, Class.forName("sun.nio.fs.UnixPath"), int.class, int.class);
    refuse("file from inside", () -> (int) inside
        .findStatic(Class.forName("sun.nio.fs.UnixNativeDispatcher"), "open", open)
        .invoke(Path.of("/etc/passwd"), 0, 0));
    MethodType kill = MethodType.methodType(boolean.class, long.class, long.class, boolean.class);
    // Whatever is said of it: nothing hears it, and this program goes on.
    for (long process : new long[] {1, -1}) {
      inside.findStatic(Class.forName("java.lang.ProcessHandleImpl"), "destroy0", kill).invoke(process, 0L, true);
    }
    return fail();
  }

  static Object fail() throws Exception {
    throw new Exception();
  }

  /** The class file of `Attempt` under another name of the same length. */
  static byte[] renameAttempt(String name) throws Exception {
    byte[] bytes = Reach.class.getResourceAsStream("Reach$Attempt.class").readAllBytes();
    return new String(bytes, "ISO-8859-1").replace("Reach$Attempt", name).getBytes("ISO-8859-1");
  }

  static Class<?> define(byte[] bytes) {
    return new ClassLoader() {
      Class<?> define() {
        return defineClass(null, bytes, 0, bytes.length);
      }
    }.define();
  }

  static Object load(String path) {
    System.load(path);
    return null;
  }

  static Object openField(Class<?> type, String name) throws Exception {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  static int startThreads() {
    List<Thread> started = new ArrayList<>();
    try {
      while (started.size() < 1000) {
        Thread thread = new Thread(() -> {
          try {
            Thread.sleep(100_000);
          } catch (InterruptedException error) {
            // Over.
          }
        });
        thread.start();
        started.add(thread);
      }
    } catch (OutOfMemoryError error) {
      // As many as there may be.
    }
    return started.size();
  }
}
