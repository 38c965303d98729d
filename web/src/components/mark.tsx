/** The mark: one stroke of a meander that reads as an M. Drawn on a 16-unit grid so that 16 px stays crisp. */
export const markPath = 'M5 15H1V1h5v9h4V1h5v14h-4';

export function Mark({ size }: { size: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d={markPath} />
    </svg>
  );
}
