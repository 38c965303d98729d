import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** How a list is looked at, as the address says it: what is as usual is not said, and whatever else it says stays. */
export interface AddressView<View> {
  readonly read: (address: URLSearchParams) => View;
  readonly write: (view: View) => Readonly<Record<string, string | null>>;
}

/** What is typed is shown at once; the address follows, and leads where somebody goes back or opens a link. */
export function useAddressView<View>({
  read,
  write,
}: AddressView<View>): [View, (change: Partial<View>) => void] {
  const [address, setAddress] = useSearchParams();
  const told = address.toString();
  const [seen, setSeen] = useState(told);
  /** Our own words that have not come back yet: by the time they do, more may have been typed. */
  const [own, setOwn] = useState<readonly string[]>([]);
  const [view, setView] = useState(() => read(address));
  if (told !== seen) {
    setSeen(told);
    const at = own.indexOf(told);
    setOwn(at < 0 ? [] : own.slice(at + 1));
    if (at < 0) setView(read(address));
  }
  const change = (part: Partial<View>) => {
    const next = { ...view, ...part };
    setView(next);
    const latest = own.at(-1) ?? told;
    const word = put(new URLSearchParams(latest), write(next)).toString();
    if (word === latest) return;
    setOwn([...own, word]);
    setAddress(word, { replace: true, preventScrollReset: true });
  };
  return [view, change];
}

function put(address: URLSearchParams, values: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
