import { expect, test } from 'vitest';
import code from '../../components/code-mirror.module.css?raw';
import tokens from './tokens.css?raw';

type Palette = Record<string, string>;

/** The colours of one theme, as `name → #rrggbb`. */
function paletteOf(theme: 'light' | 'dark'): Palette {
  const block = tokens.split(`:root[data-mantine-color-scheme="${theme}"] {`)[1]?.split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** WCAG 2: relative luminance. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

function contrast(one: readonly number[], other: readonly number[]): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

const verdicts = ['accepted', 'wrong', 'time', 'runtime', 'memory', 'compilation', 'skipped', 'progress'];
const medals = ['medal-gold', 'medal-silver', 'medal-bronze'];
const texts = [
  ...['ink', 'muted', 'accent', 'danger', 'good', ...medals],
  ...verdicts.map((name) => `verdict-${name}`),
];

test.each(['light', 'dark'] as const)('every text colour of the %s theme reads at 4.5:1', (theme) => {
  const palette = paletteOf(theme);
  const channels = (name: string) => channelsOf(palette[name] ?? '');
  for (const name of texts) {
    for (const ground of ['paper', 'surface', 'sunken']) {
      expect(contrast(channels(name), channels(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
  for (const name of verdicts.map((verdict) => `verdict-${verdict}`)) {
    const paper = channels('paper');
    const tint = channels(name).map((channel, at) => 0.12 * channel + 0.88 * (paper[at] ?? 0));
    expect(contrast(channels(name), tint), `${name} on its own tint`).toBeGreaterThanOrEqual(4.5);
  }
  for (const fill of ['accent-fill', 'accent-fill-hover', 'danger-fill', 'danger-fill-hover']) {
    expect(contrast([1, 1, 1], channels(fill)), `white on ${fill}`).toBeGreaterThanOrEqual(4.5);
  }
  expect(
    contrast(channels('line-strong'), channels('surface')),
    'the edge of a field',
  ).toBeGreaterThanOrEqual(3);
});

/** How strongly the accent tints a line of code: not at all, and that of the cursor. */
const tints = [0, 0.05];

test.each(['light', 'dark'] as const)('every colour of code in the %s theme reads at 4.5:1', (theme) => {
  const palette = paletteOf(theme);
  const [light = '', dark = ''] = code.split(':root[data-mantine-color-scheme="dark"]');
  const channels = (name: string) => channelsOf(palette[name] ?? '');
  const [surface, accent] = [channels('surface'), channels('accent')];
  const colors = [...(theme === 'light' ? light : dark).matchAll(/(--code-[\w-]+): (#[0-9a-f]{6});/g)];
  expect(colors).toHaveLength(6);
  for (const [, name, hex = ''] of colors) {
    for (const share of tints) {
      const ground = surface.map((channel, at) => share * (accent[at] ?? 0) + (1 - share) * channel);
      expect(contrast(channelsOf(hex), ground), `${name} at ${share}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});
