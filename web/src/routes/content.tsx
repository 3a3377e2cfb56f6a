import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { BonusTerms } from '~/features/bonuses/terms'
import { OnThisPage } from '~/features/content/components/on-this-page'
import { PageFrame } from '~/features/content/components/page-frame'
import { Questions } from '~/features/content/components/questions'
import { Text } from '~shared/features/content/text'
import { pageAt } from '~shared/features/content/pages'
import { contentQuery } from '~shared/features/content/queries'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'

/** What the shop says about itself, a page a subject. */
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
