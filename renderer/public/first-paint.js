// Sets the look before anything is drawn. A file of its own, because inline scripts are forbidden.
(() => {
  const root = document.documentElement;
  let look = {};
  try {
    look = JSON.parse(localStorage.getItem('engram.look') ?? '{}');
  } catch {
    // A damaged entry only costs the preference until the settings are read.
  }
  const dark = look.theme === 'dark' || (look.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.density = look.density === 'dense' ? 'dense' : 'comfortable';
  root.dataset.motion = look.motion === 'none' ? 'none' : 'system';
})();
