/** Our own few icons, all on a 16-unit grid in the weight of the mark. Always beside or inside a named control. */
const paths = {
  search: 'M7 2a5 5 0 1 0 0 10a5 5 0 1 0 0-10M10.7 10.7 14.5 14.5',
  sun: 'M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 .8v1.6M8 13.6v1.6M.8 8h1.6M13.6 8h1.6M2.9 2.9l1.1 1.1M12 12l1.1 1.1M2.9 13.1 4 12M12 4l1.1-1.1',
  moon: 'M13.8 9.6A6.2 6.2 0 0 1 6.4 2.2a6.2 6.2 0 1 0 7.4 7.4z',
  menu: 'M1.5 4h13M1.5 8h13M1.5 12h13',
  close: 'M3 3l10 10M13 3 3 13',
  exit: 'M9.5 3 4.5 8l5 5',
  person: 'M8 1.5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M2 14.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5',
  down: 'M4 6.5l4 4 4-4',
  up: 'M4 9.5l4-4 4 4',
  grip: 'M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01',
  printer: 'M4.5 5.5v-4h7v4M4.5 11.5h-3v-6h13v6h-3M4.5 9.5h7v5h-7z',
  forward: 'M6 3l5 5-5 5',
  back: 'M10 3 5 8l5 5',
  play: 'M4.5 2.5v11l8-5.5z',
  pause: 'M5 3v10M11 3v10',
  chart: 'M2 14.5h12M4 11.5v-4M8 11.5v-9M12 11.5v-6',
  plus: 'M8 2.5v11M2.5 8h11',
  download: 'M8 1.5v8.5M4.5 6.8 8 10.2l3.5-3.4M2 14h12',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  outside: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M6 3H2.5v10.5H13V10',
  file: 'M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3',
  minus: 'M2.5 8h11',
  fit: 'M1.5 3v10M14.5 3v10M4 8h8M6 6 4 8l2 2M10 6l2 2-2 2',
  check: 'M2.5 8.5 6.3 12 13.5 4.5',
  alert: 'M8 1.5 15 14H1zM8 6v4M8 11.2v1.3',
  info: 'M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1M8 7v4.5M8 4.3v1.4',
} as const;

export function Icon({ name, size = 16 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="square"
    >
      <path d={paths[name]} />
    </svg>
  );
}
