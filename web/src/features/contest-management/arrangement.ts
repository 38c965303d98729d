/** The same items with one at another place; the others keep their order. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const [item] = items.slice(from, from + 1);
  const others = items.filter((_, index) => index !== from);
  return item === undefined ? others : others.toSpliced(to, 0, item);
}
