/**
 * Things people use one of at a time, by class. "I switched to Helix" ends "I use vim" because
 * both are editors. Names are lower case.
 */
export const CLASSES: Readonly<Record<string, readonly string[]>> = {
  editor: ['vim', 'neovim', 'nvim', 'emacs', 'helix', 'vscode', 'vs code', 'visual studio code', 'sublime', 'sublime text', 'atom', 'zed', 'nano',
    'intellij', 'webstorm', 'pycharm', 'cursor', 'notepad++', 'kakoune', 'textmate', 'bbedit', 'jetbrains'],
  'operating system': ['linux', 'ubuntu', 'debian', 'fedora', 'arch', 'arch linux', 'nixos', 'macos', 'mac os', 'windows', 'windows 11', 'windows 10', 'freebsd', 'mint', 'pop os'],
  browser: ['firefox', 'chrome', 'chromium', 'safari', 'edge', 'brave', 'vivaldi', 'arc', 'opera', 'librewolf', 'zen'],
  shell: ['bash', 'zsh', 'fish', 'nushell', 'powershell', 'pwsh'],
  terminal: ['alacritty', 'kitty', 'wezterm', 'iterm', 'iterm2', 'ghostty', 'warp'],
  'package manager': ['npm', 'pnpm', 'yarn', 'bun'],
  database: ['postgres', 'postgresql', 'mysql', 'mariadb', 'sqlite', 'mongodb', 'duckdb'],
  framework: ['react', 'vue', 'svelte', 'angular', 'solid', 'next.js', 'nuxt', 'remix', 'astro'],
  'version control': ['git', 'mercurial', 'jujutsu', 'subversion', 'svn'],
  units: ['metric', 'metric units', 'imperial', 'imperial units', 'the metric system', 'the imperial system'],
  phone: ['iphone', 'an iphone', 'android', 'an android phone', 'pixel', 'a pixel'],
  'note app': ['obsidian', 'notion', 'logseq', 'evernote', 'bear', 'onenote', 'apple notes', 'roam'],
  'e-mail client': ['thunderbird', 'outlook', 'gmail', 'apple mail', 'fastmail', 'proton mail', 'protonmail'],
  'chat app': ['slack', 'discord', 'teams', 'signal', 'whatsapp', 'telegram'],
  diet: ['vegan', 'vegetarian', 'pescatarian', 'omnivore'],
};

/** Class of a thing by its name, or null. Articles and final marks do not matter. */
export function classOf(thing: string): string | null {
  const name = thing.toLowerCase().replace(/^(?:the|a|an)\s+/, '').replace(/[.!,;]+$/, '').trim();
  for (const [kind, names] of Object.entries(CLASSES)) if (names.includes(name) || names.includes(thing.toLowerCase().trim())) return kind;
  return null;
}
