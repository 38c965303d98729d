import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;

/**
 * `CompileKotlin SOURCE JAR [option of kotlinc]…`: compiles one source into a jar that knows its main class, and refuses
 * one without a main function, which kotlinc takes for a library.
 */
public final class CompileKotlin {
  public static void main(String[] args) throws IOException {
    List<String> asked = new ArrayList<>(List.of(args).subList(2, args.length));
    asked.addAll(List.of("-d", args[1], args[0]));
    ExitCode end = new K2JVMCompiler().exec(System.err, asked.toArray(new String[0]));
    if (end == ExitCode.OK && !hasMain(args[1])) {
      System.err.println(args[0] + ": error: there is no main function to start with: fun main()");
      System.exit(1);
    }
    System.exit(end.getCode());
  }

  private static boolean hasMain(String path) throws IOException {
    try (JarFile jar = new JarFile(path)) {
      return jar.getManifest().getMainAttributes().containsKey(Attributes.Name.MAIN_CLASS);
    }
  }
}
