// Runs before the first paint, so that nobody sees a flash of the other theme. Kept apart from the bundle
// because the content-security policy allows no inline script and modules run too late.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Storage may be forbidden; the system's preference still holds.
  }
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', theme);
})();
