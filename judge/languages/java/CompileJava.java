import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.Trees;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * `CompileJava SOURCE JAR [option of javac]…`: compiles one source and packs what comes of it into a jar that knows its
 * main class. One virtual machine does what javac and jar would start two for, and no class file is ever on a disk.
 *
 * The source may have any name and any public class: it counts as named after the first public class in it. What is
 * started is that class if it has a main method, else the first class that has one.
 */
public final class CompileJava {
  private static final int STACK_BYTES = 192 << 20;

  public static void main(String[] args) throws Exception {
    int[] exitCode = {4};
    // No lambda: the machinery behind the first one takes a while to start.
    Runnable compilation = new Runnable() {
      @Override
      public void run() {
        exitCode[0] = compile(args);
      }
    };
    // Deep expressions take a deep recursion.
    Thread compiling = new Thread(null, compilation, "compiling", STACK_BYTES);
    compiling.start();
    compiling.join();
    System.exit(exitCode[0]);
  }

  private static int compile(String[] args) {
    PrintWriter words = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    try {
      return compile(args[0], args[1], List.of(args).subList(2, args.length), words);
    } catch (IOException error) {
      words.println("error: " + error.getMessage());
      return 4;
    }
  }

  private static int compile(String name, String jar, List<String> options, PrintWriter words) throws IOException {
    String text = read(name, words);
    if (text == null) return 1;
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      // Nothing but the library: neither this class nor whatever lies in the work folder.
      files.setLocation(StandardLocation.CLASS_PATH, List.of());
      Source source = new Source(name, text);
      Classes classes = new Classes(files);
      StringWriter said = new StringWriter();
      JavacTask task = (JavacTask) javac.getTask(said, classes, null, options, null, List.of(source));
      Mains mains = new Mains(task, source);
      task.addTaskListener(mains);
      boolean isGood = task.call();
      words.print(withoutTrace(name, said.toString()));
      if (isGood && mains.mainClass() == null) words.println(mains.explainMissing());
      words.flush();
      if (!isGood || mains.mainClass() == null) return 1;
      writeJar(jar, mains.mainClass(), classes.bytes);
      return 0;
    }
  }

  /** Null when it is not UTF-8. javac would go on with other characters and say so at most. */
  private static String read(String name, PrintWriter words) throws IOException {
    ByteBuffer bytes;
    try (FileInputStream file = new FileInputStream(name)) {
      bytes = ByteBuffer.wrap(file.readAllBytes());
    }
    CharBuffer text = CharBuffer.allocate(bytes.limit());
    CoderResult end = StandardCharsets.UTF_8.newDecoder().decode(bytes, text, true);
    String read = text.flip().toString();
    if (!end.isError()) return read;
    words.println(name + ":" + lineAt(read, read.length()) + ": error: "
        + String.format("unmappable character (0x%02X) for encoding UTF-8", bytes.get()));
    return null;
  }

  private static long lineAt(String text, long position) {
    return 1 + text.chars().limit(position).filter(each -> each == '\n').count();
  }

  private static final Pattern RESOURCES = Pattern.compile("^java\\.lang\\.(StackOverflow|OutOfMemory)Error.*\n\tat ", Pattern.MULTILINE);

  /** When it has not enough of something, javac asks its user to report a bug and prints a thousand lines. */
  private static String withoutTrace(String source, String said) {
    Matcher lacking = RESOURCES.matcher(said);
    if (!lacking.find()) return said;
    boolean isStack = lacking.group(1).equals("StackOverflow");
    return source + ": error: " + (isStack ? "nested too deeply for the compiler\n" : "too large for the compiler\n");
  }

  /** Named after the first public class that javac asks about. */
  private static final class Source extends SimpleJavaFileObject {
    final String name;
    final String text;
    private String publicClass;

    Source(String name, String text) {
      super(URI.create("memory:/source"), Kind.SOURCE);
      this.name = name;
      this.text = text;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public CharSequence getCharContent(boolean ignoresErrors) {
      return text;
    }

    @Override
    public boolean isNameCompatible(String simpleName, Kind kind) {
      // It asks about these two of every source.
      if (simpleName.equals("module-info") || simpleName.equals("package-info")) return false;
      if (publicClass == null) publicClass = simpleName;
      return publicClass.equals(simpleName);
    }
  }

  private static final class Classes extends ForwardingJavaFileManager<JavaFileManager> {
    final Map<String, ByteArrayOutputStream> bytes = new LinkedHashMap<>();

    Classes(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      String name = className.replace('.', '/') + kind.extension;
      return new SimpleJavaFileObject(URI.create("memory:/"), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream to = new ByteArrayOutputStream();
          bytes.put(name, to);
          return to;
        }
      };
    }
  }

  /** Which classes of the source can be started. javac tells of them in its order. */
  private static final class Mains implements TaskListener {
    private static final String USUAL = "public static void main(String[] args)";
    /** From here on main may belong to an object, need not be public, and may do without arguments. */
    private static final boolean ANY_MAIN = Runtime.version().feature() >= 25;

    private final JavacTask task;
    private final Source source;
    private String first;
    private String ofPublicClass;
    private long lineOfUnusable = -1;

    Mains(JavacTask task, Source source) {
      this.task = task;
      this.source = source;
    }

    @Override
    public void finished(TaskEvent event) {
      TypeElement type = event.getTypeElement();
      if (event.getKind() != TaskEvent.Kind.ANALYZE || type == null || type.getEnclosingElement() instanceof TypeElement) {
        return;
      }
      if (!hasMain(type)) {
        if (lineOfUnusable < 0) lineOfUnusable = findUnusable(type, event.getCompilationUnit());
        return;
      }
      String name = task.getElements().getBinaryName(type).toString();
      if (first == null) first = name;
      if (type.getModifiers().contains(Modifier.PUBLIC)) ofPublicClass = name;
    }

    /** Null when there is none. */
    String mainClass() {
      return ofPublicClass == null ? first : ofPublicClass;
    }

    String explainMissing() {
      return lineOfUnusable < 0
          ? source.name + ": error: no class has a main method to start with: " + USUAL
          : source.name + ":" + lineOfUnusable + ": error: this main method cannot be started, it has to be " + USUAL;
    }

    /** Of its own or inherited, as java itself looks for it. */
    private boolean hasMain(TypeElement type) {
      for (TypeElement each = type; each != null; each = superclassOf(each)) {
        for (ExecutableElement method : mainsOf(each)) {
          if (isUsable(method)) return true;
        }
      }
      return false;
    }

    private static TypeElement superclassOf(TypeElement type) {
      TypeMirror parent = type.getSuperclass();
      return parent.getKind() == TypeKind.DECLARED ? (TypeElement) ((DeclaredType) parent).asElement() : null;
    }

    private static List<ExecutableElement> mainsOf(TypeElement type) {
      List<ExecutableElement> mains = new ArrayList<>();
      for (Element member : type.getEnclosedElements()) {
        if (member.getKind() == ElementKind.METHOD && member.getSimpleName().contentEquals("main")) {
          mains.add((ExecutableElement) member);
        }
      }
      return mains;
    }

    private static boolean isUsable(ExecutableElement main) {
      List<? extends VariableElement> parameters = main.getParameters();
      if (main.getReturnType().getKind() != TypeKind.VOID) return false;
      if (parameters.size() == 1 && !parameters.get(0).asType().toString().equals("java.lang.String[]")) return false;
      if (ANY_MAIN) return parameters.size() <= 1 && !main.getModifiers().contains(Modifier.PRIVATE);
      return parameters.size() == 1 && main.getModifiers().containsAll(List.of(Modifier.PUBLIC, Modifier.STATIC));
    }

    private long findUnusable(TypeElement type, CompilationUnitTree unit) {
      List<ExecutableElement> mains = mainsOf(type);
      if (mains.isEmpty()) return -1;
      Trees trees = Trees.instance(task);
      return lineAt(source.text, trees.getSourcePositions().getStartPosition(unit, trees.getTree(mains.get(0))));
    }
  }

  /** Stored, not compressed: it is read ten times and written once. Always the same bytes for the same classes. */
  private static void writeJar(String path, String mainClass, Map<String, ByteArrayOutputStream> classes)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    manifest.write(head);
    try (JarOutputStream jar = new JarOutputStream(new BufferedOutputStream(new FileOutputStream(path)))) {
      jar.setMethod(ZipEntry.STORED);
      addEntry(jar, "META-INF/MANIFEST.MF", head.toByteArray());
      for (Map.Entry<String, ByteArrayOutputStream> each : classes.entrySet()) {
        addEntry(jar, each.getKey(), each.getValue().toByteArray());
      }
    }
  }

  private static void addEntry(JarOutputStream jar, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    CRC32 sum = new CRC32();
    sum.update(bytes);
    entry.setSize(bytes.length);
    entry.setCrc(sum.getValue());
    entry.setTime(0);
    jar.putNextEntry(entry);
    jar.write(bytes);
    jar.closeEntry();
  }
}
