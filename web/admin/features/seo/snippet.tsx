import { useT } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import type { Values } from './rules'
import { filled, hasSubject, isTemplate } from './template'

/** Something that a page may be about. */
const SUBJECTS: Record<Locale, string> = { az: 'Qızılgül buketi', ru: 'Букет роз', en: 'Bouquet of roses' }

/** About what search engines show of a page; of one that is about something, too. */
export function Snippet({ values: { title, description }, language }: { values: Values; language: Locale }) {
  const t = useT()
  if (!isTemplate(title) || !isTemplate(description)) return null
  const subjects = hasSubject(title + description) ? [SUBJECTS[language], undefined] : [undefined]
  return (
    <section aria-labelledby="snippet" className="grid gap-4 rounded-xl bg-sunken p-5 sm:p-6">
      <h2 id="snippet" className="text-sm text-muted">
        {t('office.seo.snippet')}
      </h2>
      {subjects.map((subject) => (
        <div key={subject ?? ''} lang={language} className="grid gap-1 wrap-anywhere">
          <p className="text-lg font-semibold text-accent-text">{filled(title, subject)}</p>
          <p className="text-[0.9375rem] text-muted">{filled(description, subject)}</p>
        </div>
      ))}
    </section>
  )
}
