import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const indigo: MantineColorsTuple = [
  '#ecebf7',
  '#d5d4ee',
  '#b6b5e3',
  '#9a98da',
  '#7f7dcf',
  '#6664c1',
  '#504eb1',
  '#3d3a9c',
  '#312e86',
  '#25236b',
];

/** From ink to depth, in the blue-grey of the dark theme. */
const dark: MantineColorsTuple = [
  '#e7e8ec',
  '#c6cad2',
  '#a3a9b5',
  '#868d9a',
  '#6d7482',
  '#3a404d',
  '#1a1d25',
  '#12141a',
  '#0e1015',
  '#0a0c10',
];

/** Warm, as paper is. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f2f0ec',
  '#e9e6e0',
  '#c9c5bd',
  '#8d8a84',
  '#76736d',
  '#5a5f69',
  '#464a53',
  '#343840',
  '#23262d',
];

/** Mantine's palette maths gives way to the tokens: a variant is a pair of them, in both themes alike. */
const variantColors: VariantColorsResolver = ({ variant, color }) => {
  const tone = color === 'red' ? 'danger' : 'accent';
  if (variant === 'filled') {
    return {
      background: `var(--${tone}-fill)`,
      hover: `var(--${tone}-fill-hover)`,
      color: '#ffffff',
      border: '1px solid transparent',
    };
  }
  const border = variant === 'default' ? '1px solid var(--line-strong)' : '1px solid transparent';
  return {
    background: variant === 'default' ? 'var(--surface)' : 'transparent',
    hover: `var(--${tone}-soft)`,
    color: variant === 'default' && tone === 'accent' ? 'var(--ink)' : `var(--${tone})`,
    border,
  };
};

export const theme = createTheme({
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-code)',
  black: '#23262d',
  colors: { indigo, dark, gray },
  primaryColor: 'indigo',
  primaryShade: 7,
  defaultRadius: 6,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: '0.5rem', sm: '0.5rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  variantColorResolver: variantColors,
  components: {
    Button: { defaultProps: { size: 'md', fz: 'sm', px: 'md' } },
    TextInput: { defaultProps: { size: 'md', withAsterisk: false } },
    PasswordInput: { defaultProps: { size: 'md', withAsterisk: false } },
    NativeSelect: { defaultProps: { size: 'md' } },
  },
});

const schemeVariables = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--accent-soft)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-indigo-filled': 'var(--accent-fill)',
  '--mantine-color-indigo-filled-hover': 'var(--accent-fill-hover)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables,
  dark: schemeVariables,
});

const storageKey = 'theme';

/** The choice under the key `theme`, shared with web/before-app.js; without one, the system decides. */
export function createColorSchemeManager(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | undefined;
  return {
    get: (fallback) => {
      try {
        const stored = localStorage.getItem(storageKey);
        return stored === 'light' || stored === 'dark' ? stored : fallback;
      } catch {
        return fallback;
      }
    },
    set: (value) => {
      try {
        if (value === 'auto') localStorage.removeItem(storageKey);
        else localStorage.setItem(storageKey, value);
      } catch {
        // Storage may be forbidden; the choice then lasts as long as the page.
      }
    },
    subscribe: (onUpdate) => {
      onStorage = (event) => {
        if (event.key !== storageKey && event.key !== null) return;
        onUpdate(event.newValue === 'light' || event.newValue === 'dark' ? event.newValue : 'auto');
      };
      window.addEventListener('storage', onStorage);
    },
    unsubscribe: () => {
      if (onStorage) window.removeEventListener('storage', onStorage);
    },
    clear: () => {
      try {
        localStorage.removeItem(storageKey);
      } catch {
        // As in set.
      }
    },
  };
}
