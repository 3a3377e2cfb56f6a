// The same key that the script in the head reads before the first paint.
const KEY = 'sovqat-theme'
const DARK = '(prefers-color-scheme: dark)'

export const isDark = () => {
  const chosen = document.documentElement.dataset.theme
  return chosen ? chosen === 'dark' : matchMedia(DARK).matches
}

const listeners = new Set<() => void>()

export function watchTheme(changed: () => void) {
  const list = matchMedia(DARK)
  listeners.add(changed)
  list.addEventListener('change', changed)
  return () => {
    listeners.delete(changed)
    list.removeEventListener('change', changed)
  }
}

export function toggleTheme() {
  const next = isDark() ? 'light' : 'dark'
  document.documentElement.dataset.theme = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Without storage the choice holds for this page.
  }
  for (const changed of listeners) changed()
}
