import { Fragment } from 'react';

/** Behind what joins the words of a name, unless a single letter is left; a hyphen is such a place by itself. */
const joints = /(?<=[._])(?=[^._]{2})/;

/** Where a name has to go on a second line it does so between its words. */
export function PersonName({ children: name }: { children: string }) {
  return (
    <span>
      {name.split(joints).map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name never change places
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </span>
  );
}
