import { Check, ChevronDown, Globe } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useI18n } from '~shared/i18n/context'
import { inLocale, LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'

/** Uses plain links, because another language is another document. */
export function LanguageMenu() {
  const { t, locale } = useI18n()
  const { pathname, search, hash } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const closeOnEscapeOrOutside = (event: Event) => {
      const menu = details.current
      if (!menu?.open) return
      if (event instanceof KeyboardEvent && event.key === 'Escape') {
        menu.open = false
        menu.querySelector('summary')?.focus()
      } else if (event.type === 'pointerdown' && !menu.contains(event.target as Node)) menu.open = false
    }
    document.addEventListener('keydown', closeOnEscapeOrOutside)
    document.addEventListener('pointerdown', closeOnEscapeOrOutside)
    return () => {
      document.removeEventListener('keydown', closeOnEscapeOrOutside)
      document.removeEventListener('pointerdown', closeOnEscapeOrOutside)
    }
  }, [])

  return (
    <details ref={details} className="group relative">
      <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-md px-3 hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden">
        <Globe aria-hidden className="size-4" />
        {locale.toUpperCase()}
        <span className="sr-only">: {t('common.language')}</span>
        <ChevronDown aria-hidden className="size-3.5 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="absolute top-full right-0 z-50 mt-1 w-48 rounded-lg border border-line bg-raised p-1.5 shadow-lifted">
        {LOCALES.map((option) => (
          <li key={option}>
            <a
              href={inLocale(option, pathname) + search + hash}
              lang={option}
              hrefLang={option}
              aria-current={option === locale ? 'true' : undefined}
              className="flex min-h-11 items-center justify-between rounded-md px-3 font-medium text-ink hover:bg-sunken"
            >
              {LANGUAGE_NAMES[option]}
              {option === locale && <Check aria-hidden className="size-4 text-accent-text" />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
