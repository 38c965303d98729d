// Runs before the first paint. Kept apart from the bundle because the content-security policy allows no inline script
// and modules run too late.

// Nobody sees a flash of the other theme.
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

// The app's scripts come after the first paint: on a slow network they would hold up the style sheets of what the document
// shows by itself, and a slow device would show it only when it has worked through them.
(() => {
  // Without them the page would look as if it were still coming, for ever. Should the app come after all, it takes the place
  // of this, too.
  const tell = () => {
    const note = document.querySelector('template').content.cloneNode(true);
    document.getElementById('root').replaceChildren(note);
  };
  const start = () => {
    for (const link of document.querySelectorAll('[data-script]')) {
      link.rel = 'modulepreload';
      if (link.dataset.script === 'run') {
        const script = document.createElement('script');
        script.type = 'module';
        // In their order, each for itself.
        script.async = false;
        script.src = link.href;
        script.onerror = tell;
        document.head.append(script);
      }
      delete link.dataset.script;
    }
  };
  document.addEventListener('DOMContentLoaded', () => {
    if (document.hidden || !document.querySelector('[inert]')) return start();
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    // Where nothing is painted, as behind another window.
    setTimeout(start, 3000);
  });
})();
