interface Group {
  readonly name: string;
  /** An earlier one of the list. */
  readonly within: string | null;
}

/** In the order in which they are shown: each below the one that it is within, with how deep that is. */
export function nestGroups<G extends Group>(groups: readonly G[]): (G & { readonly depth: number })[] {
  const innerOf = Map.groupBy(groups, ({ within }) => within);
  const list = (within: string | null, depth: number): (G & { readonly depth: number })[] =>
    (innerOf.get(within) ?? []).flatMap((group) => [{ ...group, depth }, ...list(group.name, depth + 1)]);
  return list(null, 0);
}
