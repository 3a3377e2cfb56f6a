import { missingLanguages } from '~admin/lib/local-text'
import type { LocalText } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

/** Marks the languages in which a text is missing: `RU yoxdur`. */
export function MissingLanguages({ text }: { text: LocalText }) {
  const t = useT()
  const missing = missingLanguages(text)
  if (missing.length === 0) return null
  return (
    <span className="rounded-full bg-warn-soft px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap text-warn">
      {t('admin.missingLanguages', { languages: missing.map((language) => language.toUpperCase()).join(', ') })}
    </span>
  )
}
