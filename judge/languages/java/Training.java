import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/**
 * What contestants use most. The classes that the compiler loads for this source, and those that the library loads for
 * its run, are those that are kept ready for every other. What it prints is of no interest.
 */
public class Training {
  static final int MODULO = 1_000_000_007;
  static final StringBuilder out = new StringBuilder();

  interface Shape {
    double area();

    default String describe() {
      return getClass().getSimpleName() + " " + String.format("%.3f", area());
    }
  }

  record Circle(double radius) implements Shape {
    public double area() {
      return Math.PI * radius * radius;
    }
  }

  record Edge(int to, long weight) implements Comparable<Edge> {
    public int compareTo(Edge other) {
      return Long.compare(weight, other.weight);
    }
  }

  enum Direction {
    UP, DOWN;

    Direction turned() {
      return this == UP ? DOWN : UP;
    }
  }

  static abstract class Node<T extends Comparable<T>> {
    protected final T value;
    Node<T> left, right;

    Node(T value) {
      this.value = value;
    }

    abstract int size();
  }

  static class Tree<T extends Comparable<T>> extends Node<T> {
    Tree(T value) {
      super(value);
    }

    @Override
    int size() {
      return 1 + (left == null ? 0 : left.size()) + (right == null ? 0 : right.size());
    }
  }

  static class Refused extends RuntimeException {
    Refused(String why) {
      super(why);
    }
  }

  static class FastReader {
    private final DataInputStream in = new DataInputStream(System.in);
    private final byte[] buffer = new byte[1 << 16];
    private int length, at;

    int read() throws IOException {
      if (at == length) {
        length = in.read(buffer, at = 0, buffer.length);
        if (length < 0) return -1;
      }
      return buffer[at++];
    }
  }

  public static void main(String[] args) throws Exception {
    readInput();
    useCollections();
    useStreams();
    useTexts();
    useNumbers();
    useLanguage();
    useThreads();
    System.out.print(out);
    System.out.println("done");
    System.out.printf("%d %s %5.2f%n", 1, "a", 2.5);
    PrintWriter writer = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
    writer.println(1);
    writer.printf("%d%n", 2);
    writer.flush();
  }

  static void readInput() throws IOException {
    Scanner scanner = new Scanner("3 4 5.5 word\nline of text\n9999999999\n");
    out.append(scanner.nextInt() + scanner.nextInt()).append(scanner.nextDouble()).append(scanner.next());
    scanner.nextLine();
    if (scanner.hasNextLine()) out.append(scanner.nextLine());
    out.append(scanner.nextLong()).append(scanner.hasNext()).append(scanner.hasNextInt());
    out.append(new FastReader().read());
    BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
    for (String line = reader.readLine(); line != null; line = reader.readLine()) out.append(line.trim());
    StringTokenizer tokens = new StringTokenizer("1 2 3");
    while (tokens.hasMoreTokens()) out.append(Integer.parseInt(tokens.nextToken()));
    StreamTokenizer numbers = new StreamTokenizer(new StringReader("1 2.5"));
    while (numbers.nextToken() != StreamTokenizer.TT_EOF) out.append(numbers.nval);
    for (String part : "a b,c".split("[ ,]+")) out.append(Long.parseLong("1") + part);
  }

  static void useCollections() {
    List<Integer> list = new ArrayList<>(List.of(3, 1, 2));
    Collections.sort(list);
    Collections.reverse(list);
    list.sort(Comparator.comparing((Integer x) -> -x).thenComparing(Comparator.naturalOrder()));
    Map<String, List<Integer>> map = new HashMap<>();
    for (int x : list) map.computeIfAbsent("k" + x % 2, key -> new ArrayList<>()).add(x);
    for (Map.Entry<String, List<Integer>> entry : map.entrySet()) out.append(entry.getKey()).append(entry.getValue());
    Map<Integer, Integer> counts = new TreeMap<>();
    for (int x : list) counts.merge(x, 1, Integer::sum);
    counts.forEach((key, value) -> out.append(key).append(value));
    TreeMap<Integer, Integer> tree = new TreeMap<>(counts);
    out.append(tree.floorKey(2)).append(tree.ceilingEntry(1)).append(tree.headMap(2)).append(tree.pollFirstEntry());
    TreeSet<Long> set = new TreeSet<>(Collections.reverseOrder());
    set.add(1L);
    out.append(set.higher(5L)).append(set.first());
    Deque<int[]> deque = new ArrayDeque<>();
    deque.addLast(new int[] {1, 2});
    deque.push(new int[] {3});
    out.append(deque.pollFirst()[0]);
    PriorityQueue<Edge> heap = new PriorityQueue<>();
    heap.add(new Edge(1, 2));
    heap.offer(new Edge(2, 1));
    PriorityQueue<long[]> other = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
    other.add(new long[] {2});
    other.add(new long[] {1});
    out.append(heap.poll()).append(other.poll()[0]);
    Set<Integer> seen = new HashSet<>(Arrays.asList(1, 2));
    Set<String> linked = new LinkedHashSet<>();
    linked.add("x");
    seen.removeIf(x -> x > 1);
    LinkedList<Integer> chain = new LinkedList<>(seen);
    Stack<Character> stack = new Stack<>();
    stack.push('c');
    BitSet bits = new BitSet(100);
    bits.set(5);
    Iterator<Integer> iterator = chain.iterator();
    while (iterator.hasNext()) out.append(iterator.next());
    EnumMap<Direction, Integer> byDirection = new EnumMap<>(Direction.class);
    byDirection.put(Direction.UP, 1);
    out.append(stack.pop()).append(bits.nextSetBit(0)).append(linked).append(byDirection).append(Map.of("a", 1));
    Collections.shuffle(list, new Random(1));
    out.append(Collections.max(list)).append(Collections.unmodifiableList(list)).append(Objects.hash(1, 2));
  }

  static void useStreams() {
    int[] numbers = IntStream.rangeClosed(1, 10).filter(x -> x % 2 == 0).map(x -> x * x).toArray();
    out.append(Arrays.stream(numbers).sum()).append(IntStream.of(numbers).boxed().collect(Collectors.toList()));
    out.append(Stream.of("a", "b", "cc").map(String::length).collect(Collectors.groupingBy(x -> x, Collectors.counting())));
    out.append(Arrays.stream("1 2 3".split(" ")).mapToInt(Integer::parseInt).max().getAsInt());
    out.append(Stream.of(1, 2).map(String::valueOf).collect(Collectors.joining(" ")));
    out.append("abc".chars().mapToObj(c -> (char) c).sorted(Comparator.reverseOrder()).toList());
    Function<Integer, Integer> twice = x -> x * 2;
    BiFunction<Integer, Integer, Integer> add = Integer::sum;
    Supplier<List<String>> make = ArrayList::new;
    out.append(twice.andThen(x -> x + 1).apply(3)).append(add.apply(1, 2)).append(make.get());
    Optional<Integer> best = Stream.of(3, 4).min(Integer::compare);
    out.append(best.orElse(0)).append(LongStream.range(0, 5).sum()).append(DoubleStream.of(1, 2).average());
  }

  static void useTexts() {
    String text = "hello";
    StringBuilder builder = new StringBuilder(text).reverse().insert(0, 'x').deleteCharAt(1);
    builder.setCharAt(0, 'y');
    char[] letters = text.toCharArray();
    Arrays.sort(letters);
    out.append(builder).append(new String(letters)).append(text.substring(1, 3).toUpperCase().indexOf("L"));
    out.append(text.replace('l', 'r').replaceAll("r+", "-").contains("-")).append(String.join(",", "a", "b"));
    out.append(text.charAt(0) - 'a').append(text.compareTo("help")).append(text.equals("x") ? "=" : "/");
    out.append(Character.isDigit('3')).append(Character.getNumericValue('3')).append(text.repeat(2).isBlank());
    out.append(String.format("%05d %-5s|%x %c %,d", 42, "ab", 255, 'c', 1234567)).append(text.hashCode());
    out.append("""
        a block of
        text
        """.strip());
  }

  static void useNumbers() {
    BigInteger big = BigInteger.valueOf(7).pow(50).mod(BigInteger.valueOf(MODULO)).add(new BigInteger("123456789012"));
    out.append(big).append(big.gcd(BigInteger.TEN)).append(new BigDecimal("1.5").multiply(BigDecimal.TEN));
    out.append(Math.max(1, 2)).append(Math.sqrt(2)).append(Math.pow(2, 10)).append(Math.abs(-1)).append(Math.floorMod(-1, 5));
    out.append(Integer.toBinaryString(5)).append(Long.bitCount(7L)).append(Integer.MAX_VALUE).append((double) 1 / 3);
    long[][] table = new long[3][4];
    for (long[] row : table) Arrays.fill(row, -1);
    Integer[] boxed = {3, 1, 2};
    Arrays.sort(boxed, (a, b) -> b - a);
    int[][] pairs = {{2, 1}, {1, 2}};
    Arrays.sort(pairs, Comparator.comparingInt(pair -> pair[0]));
    int[] copy = Arrays.copyOf(new int[] {5, 4}, 3);
    Arrays.sort(copy);
    out.append(Arrays.toString(copy)).append(Arrays.deepToString(table)).append(Arrays.binarySearch(copy, 4)).append(copy.clone().length);
    out.append(System.currentTimeMillis() > 0).append(System.nanoTime() > 0).append(Double.compare(1, 2)).append(0.1f);
  }

  static void useLanguage() {
    Tree<Integer> root = new Tree<>(1);
    root.left = new Tree<>(2);
    out.append(root.size()).append(new Circle(1).describe()).append(Direction.UP.turned()).append(Direction.valueOf("UP"));
    Object thing = 5;
    if (thing instanceof Integer number && number > 3) out.append(number);
    String kind = switch (Direction.UP) {
      case UP -> "up";
      case DOWN -> {
        yield "down";
      }
    };
    switch (kind) {
      case "up":
        out.append(1);
        break;
      default:
        out.append(2);
    }
    outer:
    for (int i = 0; i < 3; i++) {
      for (int j = 0; ; j++) {
        if (j > i) continue outer;
        if (i == 2) break outer;
      }
    }
    int count = 0;
    do count += 2; while (count < 5);
    try {
      if (count > 3) throw new Refused("too many");
    } catch (IllegalStateException | Refused error) {
      out.append(error.getMessage());
    } finally {
      count ^= 1 << 3;
    }
    try (BufferedReader reader = new BufferedReader(new StringReader("x"))) {
      out.append(reader.readLine());
    } catch (IOException error) {
      throw new IllegalStateException(error);
    }
    Shape unnamed = new Shape() {
      public double area() {
        return 1;
      }
    };
    out.append(unnamed.area()).append(sum(1, 2, 3)).append(count > 2 ? 'a' : 'b');
    var cache = new HashMap<Long, Long>();
    out.append(fibonacci(30, cache)).append((int) 3.7).append((char) (count + 'a')).append(~count >>> 1);
    List raw = new ArrayList();
    raw.add(1);
  }

  static int sum(int... numbers) {
    int all = 0;
    for (int each : numbers) all += each;
    return all;
  }

  static long fibonacci(long n, Map<Long, Long> cache) {
    if (n < 2) return n;
    if (cache.containsKey(n)) return cache.get(n);
    long value = (fibonacci(n - 1, cache) + fibonacci(n - 2, cache)) % MODULO;
    cache.put(n, value);
    return value;
  }

  static void useThreads() throws InterruptedException {
    Thread thread = new Thread(null, () -> out.append("thread"), "", 1 << 20);
    thread.start();
    thread.join();
    synchronized (out) {
      out.append('\n');
    }
  }
}
