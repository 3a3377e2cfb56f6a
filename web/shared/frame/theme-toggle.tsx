import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useT } from '~shared/i18n/context'
import { IconButton } from '~shared/ui/button'

/** `src/head-script` reads this key before the first paint. */
const KEY = 'sovqat-theme'
const DARK = '(prefers-color-scheme: dark)'

const isDark = () => {
  const chosen = document.documentElement.dataset.theme
  return chosen ? chosen === 'dark' : matchMedia(DARK).matches
}

const listeners = new Set<() => void>()

function watchTheme(changed: () => void) {
  const systemTheme = matchMedia(DARK)
  listeners.add(changed)
  systemTheme.addEventListener('change', changed)
  return () => {
    listeners.delete(changed)
    systemTheme.removeEventListener('change', changed)
  }
}

function toggleTheme() {
  const next = isDark() ? 'light' : 'dark'
  document.documentElement.dataset.theme = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Without storage the choice lasts for this page.
  }
  for (const changed of listeners) changed()
}

export function ThemeToggle() {
  const t = useT()
  const dark = useSyncExternalStore(watchTheme, isDark, () => false)
  const Icon = dark ? Sun : Moon
  return (
    <IconButton label={t('common.theme.dark')} aria-pressed={dark} onClick={toggleTheme}>
      <Icon aria-hidden className="size-4.5" />
    </IconButton>
  )
}
