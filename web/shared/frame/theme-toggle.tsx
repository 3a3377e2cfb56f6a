import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useT } from '~shared/i18n/context'
import { IconButton } from '~shared/ui/icon-button'
import { isDark, toggleTheme, watchTheme } from './theme'

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
