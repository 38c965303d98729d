import java.io.BufferedReader
import java.io.InputStreamReader
import java.util.PriorityQueue
import java.util.StringTokenizer
import java.util.TreeMap
import kotlin.math.abs
import kotlin.math.sqrt

/*
 * What contestants use most. The classes that the compiler loads for this source, and those that the library loads for
 * its run, are those that are kept ready for every other. What it prints is of no interest.
 */

const val MODULO = 1_000_000_007L

data class Edge(val to: Int, val weight: Long) : Comparable<Edge> {
    override fun compareTo(other: Edge) = weight.compareTo(other.weight)
}

enum class Direction { UP, DOWN }

sealed interface Shape {
    fun area(): Double
}

class Circle(private val radius: Double) : Shape {
    override fun area() = Math.PI * radius * radius
}

object Cache {
    val known = HashMap<Long, Long>()
    fun fibonacci(n: Long): Long = if (n < 2) n else known.getOrPut(n) { (fibonacci(n - 1) + fibonacci(n - 2)) % MODULO }
}

abstract class Node<T : Comparable<T>>(val value: T) {
    var left: Node<T>? = null
    open fun size(): Int = 1 + (left?.size() ?: 0)
}

class Leaf(value: Int) : Node<Int>(value)

fun <T> List<T>.second(): T = this[1]
infix fun Int.plusModulo(other: Int) = ((this.toLong() + other) % MODULO).toInt()
tailrec fun gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)

fun describe(thing: Any?): String = when (thing) {
    null -> "nothing"
    is Int -> "number ${thing + 1}"
    in listOf("a", "b") -> "letter"
    is Shape -> "%.2f".format(thing.area())
    else -> thing.toString()
}

fun main() {
    val out = StringBuilder()
    val first = readLine()
    val reader = BufferedReader(InputStreamReader(System.`in`))
    var line = reader.readLine()
    while (line != null) line = reader.readLine()
    val tokens = StringTokenizer("1 2 3")
    while (tokens.hasMoreTokens()) out.append(tokens.nextToken().toInt())
    val numbers = "3 1 2".split(" ").map { it.toInt() }
    val (a, b) = numbers
    out.append(numbers.sorted()).append(numbers.sortedByDescending { it }).append(numbers.sum()).append(numbers.maxOrNull())
    out.append(numbers.filter { it % 2 == 1 }.joinToString(" ")).append(numbers.groupBy { it % 2 }).append(numbers.second())
    out.append(numbers.zip(numbers.drop(1)).associate { it.first to it.second }).append(numbers.windowed(2)).append(numbers.fold(0) { x, y -> x plusModulo y })
    val grid = Array(3) { IntArray(4) { i -> i } }
    for (row in grid) row.fill(-1)
    for (i in 0 until 3) for (j in 3 downTo 0 step 2) grid[i][j] = abs(i - j)
    out.append(grid.joinToString("\n") { it.contentToString() })
    val graph = List(3) { mutableListOf<Edge>() }
    graph[0].add(Edge(1, 2L))
    val heap = PriorityQueue<Edge>(compareBy<Edge> { it.weight }.thenBy { it.to })
    heap.add(Edge(1, 3))
    val deque = ArrayDeque<Int>()
    deque.addLast(1)
    deque.removeFirst()
    val map = mutableMapOf<String, Int>()
    map["x"] = map.getOrDefault("x", 0) + 1
    for ((key, value) in map) out.append(key).append(value)
    val tree = TreeMap<Int, Int>()
    tree[1] = 2
    val set = hashSetOf(1, 2)
    out.append(set.contains(1)).append(tree.firstKey()).append(heap.poll()).append(Cache.fibonacci(30)).append(gcd(a, b))
    val text = "hello"
    out.append(text.reversed()).append(text.toCharArray().sorted()).append(text.substring(1, 3).uppercase()).append(text.count { it == 'l' })
    out.append((1..10).asSequence().map { it * it }.filter { it > 10 }.take(3).toList()).append("$text ${text.length}")
    out.append(describe(null)).append(describe(3)).append(describe("a")).append(describe(Circle(1.0))).append(Direction.values().size)
    val leaf = Leaf(1).apply { left = Leaf(2) }
    leaf.left?.let { out.append(it.size()) }
    try {
        require(first == null || first.isEmpty()) { "refused" }
        check(numbers.isNotEmpty())
        "x".toInt()
    } catch (error: NumberFormatException) {
        out.append(error.message)
    } finally {
        out.append(sqrt(2.0))
    }
    repeat(2) { out.append(it) }
    run outer@{ numbers.forEach { if (it == 1) return@outer } }
    val lazily by lazy { 5 }
    out.append(lazily).append(1L shl 3 or 1L).append(5.coerceAtMost(3)).append(arrayOf(1, 2).sortedArrayDescending()[0])
    println(out)
    print(1)
}
