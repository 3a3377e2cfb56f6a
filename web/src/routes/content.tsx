// The pages whose texts staff write: questions, delivery, payment, bonuses, terms.

import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Questions } from '~/features/content/components/questions'
import type { ContentSection } from '~shared/api/types'
import { pageAt, TEXT_PAGES } from '~shared/features/content/pages'
import { bonusTermsQuery, contentQuery } from '~shared/features/content/queries'
import { Text } from '~shared/features/content/text'
import { useI18n, useT } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Breadcrumbs } from '~shared/ui/section'
import { ButtonLink } from '~shared/ui/button'
import { lastDay, percent } from '../features/bonuses/rules'

/** Questions have a search; the other pages are one text with a table of contents. */
export function Component() {
  const { t, locale } = useI18n()
  const page = pageAt(useLocation().pathname)
  const { title, html, sections, updatedAt } = useSuspenseQuery(contentQuery(locale, page)).data.data
  if (page === 'faq')
    return (
      <PageFrame title={title}>
        <Questions sections={sections} />
      </PageFrame>
    )
  return (
    <PageFrame title={title} note={t('content.updated', { date: date(locale, updatedAt) })} aside={<OnThisPage sections={sections} />}>
      {page === 'bonuses' && <BonusTerms />}
      <Text html={html} />
    </PageFrame>
  )
}

function OnThisPage({ sections }: { sections: ContentSection[] }) {
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

function BonusTerms() {
  const { t, locale } = useI18n()
  const { rates, birthdayFactor, returnDays, validMonths, noticeDays, spendShare, graceDays } = useSuspenseQuery(bonusTermsQuery(locale))
    .data.data
  return (
    <section aria-labelledby="bonus-terms" className="mb-8 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id="bonus-terms" className="text-xl">
        {t('content.bonuses.title')}
      </h2>
      {rates.length === 0 && <p className="mt-2">{t('content.bonuses.none')}</p>}
      <dl className="mt-2 divide-y divide-line">
        {rates.map(({ title, basisPoints, endsAt }) => (
          <div key={`${title}${basisPoints}`} className="flex items-center justify-between gap-4 py-3">
            <dt>
              {title}
              {endsAt && (
                <span className="block text-sm text-muted">{t('content.bonuses.until', { date: date(locale, lastDay(endsAt)) })}</span>
              )}
            </dt>
            <dd className="font-semibold tabular-nums">{percent(basisPoints)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-muted text-pretty">
        {t('content.bonuses.birthday', { factor: birthdayFactor })} {t('content.bonuses.pending', { count: returnDays, n: returnDays })}{' '}
        {t('content.bonuses.valid', { count: validMonths, n: validMonths })}{' '}
        {t('content.bonuses.notice', { count: noticeDays, n: noticeDays })} {t('content.bonuses.share', { share: percent(spendShare) })}{' '}
        {t('content.bonuses.grace', { count: graceDays, n: graceDays })}
      </p>
    </section>
  )
}

interface PageFrameProps {
  title: string
  note?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

function PageFrame({ title, note, aside, children }: PageFrameProps) {
  const t = useT()
  const { pathname } = useLocation()
  useDocumentHead(t('common.titleOf', { name: title }))
  return (
    <>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={[{ name: t('common.home'), to: paths.home() }]} page={title} />
      <h1 tabIndex={-1} className="mt-1 text-3xl text-balance sm:text-4xl">
        {title}
      </h1>
      {note && <p className="mt-2 text-muted">{note}</p>}
      <div className="mt-7 grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="min-w-0">{children}</div>
        {aside && <div className="max-lg:hidden">{aside}</div>}
      </div>
      <section className="mt-14 grid gap-4 rounded-xl bg-sand p-5 sm:p-7 md:flex md:items-center md:justify-between">
        <p className="max-w-xl text-pretty">{t('content.help')}</p>
        <ButtonLink to={paths.contact()} size="lg" className="shrink-0">
          {t('content.write')}
        </ButtonLink>
      </section>
      <nav aria-label={t('content.seeAlso')} className="mt-8">
        <p className="font-semibold">{t('content.seeAlso')}</p>
        <ul className="mt-1 flex flex-wrap gap-x-6">
          {TEXT_PAGES.filter(({ path }) => path !== pathname).map(({ path, label }) => (
            <li key={path}>
              <Link to={path} className="inline-flex min-h-11 items-center text-accent-text underline-offset-4 hover:underline">
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
