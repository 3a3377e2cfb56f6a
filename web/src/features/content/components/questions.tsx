// Frequent questions, with a search in the browser.

import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ContentSection } from '~shared/api/types'
import empty from '~shared/assets/pictures/empty-search.webp'
import { Text } from '~shared/features/content/text'
import { useT } from '~shared/i18n/context'
import { useDebounced } from '~shared/lib/clock'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { TextField } from '~shared/ui/fields'

/** Many people type on another keyboard layout, so the search ignores these differences. */
const PLAIN: Record<string, string> = { ə: 'e', ı: 'i', ö: 'o', ü: 'u', ş: 's', ç: 'c', ğ: 'g', ё: 'е' }

export const foldLetters = (text: string) =>
  text
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll(/[əıöüşçğё]/g, (letter) => PLAIN[letter] ?? letter)

const withoutTags = (html: string) => html.replaceAll(/<[^>]*>/g, ' ')

/** Finds questions that contain every typed word, also as a part of a longer one. */
export function matching(sections: ContentSection[], typed: string): ContentSection[] {
  const terms = foldLetters(typed).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return sections
  return sections.filter(({ title, html, group }) => {
    const text = foldLetters(`${group} ${title} ${withoutTags(html)}`)
    return terms.every((word) => text.includes(word))
  })
}

/** The sections by group. The groups are in the order in which they first appear. */
export function grouped(sections: ContentSection[]): [string, ContentSection[]][] {
  const groups = new Map<string, ContentSection[]>()
  for (const section of sections) groups.set(section.group, [...(groups.get(section.group) ?? []), section])
  return [...groups]
}

/** Screen readers hear the number of matches when typing pauses this long. */
const ANNOUNCE_DELAY_MS = 400

export function Questions({ sections }: { sections: ContentSection[] }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const matches = matching(sections, typed)
  const isSearch = typed.trim() !== ''
  const { hash } = useLocation()
  const [followedHash, setFollowedHash] = useState(hash)
  if (hash !== followedHash) {
    setFollowedHash(hash)
    // The link leads to a question that the search hides.
    if (!matches.some(({ id }) => isLinkTo(id, hash))) setTyped('')
  }
  const announcement = useDebounced(isSearch ? t('content.faq.found', { count: matches.length }) : '', ANNOUNCE_DELAY_MS)
  return (
    <div className="grid max-w-3xl gap-9">
      <search>
        <TextField
          type="search"
          label={t('content.faq.search')}
          placeholder={t('content.faq.placeholder')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          enterKeyHint="search"
          autoComplete="off"
        />
        <p role="status" className="mt-1 min-h-5 text-sm text-muted">
          {announcement}
        </p>
      </search>
      {matches.length === 0 && (
        <EmptyState picture={empty} title={t('content.faq.none')} text={t('content.faq.noneText')}>
          <Button look="secondary" onClick={() => setTyped('')}>
            {t('content.faq.all')}
          </Button>
          <ButtonLink to={paths.contact()}>{t('content.write')}</ButtonLink>
        </EmptyState>
      )}
      {grouped(matches).map(([group, questions]) => (
        <section key={group} className="grid gap-3">
          {group && <h2 className="text-xl">{group}</h2>}
          <div className="divide-y divide-line rounded-xl border border-line bg-surface">
            {questions.map((question) => (
              <Question key={question.id} {...question} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

const isLinkTo = (id: string, hash: string) => hash === `#${encodeURIComponent(id)}`

function Question({ id, title, html, group }: ContentSection) {
  const t = useT()
  const { hash } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  const isLinked = isLinkTo(id, hash)
  const Heading = group ? 'h3' : 'h2'

  useEffect(() => {
    if (!isLinked || !details.current) return
    details.current.open = true
    details.current.scrollIntoView({ block: 'start' })
  }, [isLinked])

  return (
    <details ref={details} id={id} className="group scroll-mt-44 px-5">
      <summary className="flex min-h-14 list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <Heading className="text-base leading-snug font-semibold tracking-normal">{title}</Heading>
        <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <Text html={html} className="text-muted!" />
      <Link
        to={{ hash: id }}
        replace
        preventScrollReset
        className="mb-2 inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:text-accent-text hover:underline"
      >
        {t('content.faq.link')}
      </Link>
    </details>
  )
}
