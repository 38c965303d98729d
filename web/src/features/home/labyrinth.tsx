import { markPath } from '../../components/mark.tsx';
import styles from './labyrinth.module.css';

/** Four square rings, opened in turn below and above; the thread finds its way from the door to the mark. */
const rings = [
  'M144 310H10V10H310V310H176',
  'M144 38H38V282H282V38H176',
  'M144 254H66V66H254V254H176',
  'M144 94H94V226H226V94H176',
];
const thread = 'M160 320V296H24V24H160V52H268V268H160V240H80V80H160V124';

export function Labyrinth({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="9 9 302 311" fill="none" aria-hidden="true">
      {rings.map((ring) => (
        <path key={ring} d={ring} className={styles.wall} />
      ))}
      <path d={thread} pathLength={1} className={styles.thread} />
      <path d={markPath} transform="translate(136 136) scale(3)" className={styles.mark} />
    </svg>
  );
}
