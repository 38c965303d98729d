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
  const [view, setView] = useState(() => read(address));
  if (told !== seen) {
    setSeen(told);
    // Not when it is our own word that comes back: by then more may have been typed.
    if (told !== put(address, write(view)).toString()) setView(read(address));
  }
  const change = (part: Partial<View>) => {
    const next = { ...view, ...part };
    setView(next);
    setAddress((present) => put(present, write(next)), { replace: true, preventScrollReset: true });
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
