import type { ContentSection } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

/** The headings of a long text, always in sight beside it. */
export function OnThisPage({ sections }: { sections: ContentSection[] }) {
  const t = useT()
  if (sections.length < 3) return null
  return (
    <nav aria-labelledby="on-this-page" className="sticky top-40 max-h-[calc(100dvh-11rem)] overflow-y-auto border-l border-line pl-5">
      <p id="on-this-page" className="mb-1 font-semibold">
        {t('content.onThisPage')}
      </p>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-9 items-center py-1 text-[0.9375rem] leading-snug text-muted hover:text-accent-text"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
