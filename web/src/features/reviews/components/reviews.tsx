import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useT } from '~shared/i18n/context'
import { Section } from '~shared/ui/section'
import { Skeleton } from '~shared/ui/skeleton'
import { ALL, type Choice, reviewsQuery } from '../queries'
import { ReviewList } from './review-list'
import { Summary } from './summary'
import { Toolbar } from './toolbar'
import { Write } from './write'

/** What people think of a product: all of it at a glance, then one by one, and a place for one's own word. */
export default function Reviews({ product }: { product: { id: number; slug: string } }) {
  const { t, locale } = useI18n()
  const [choice, setChoice] = useState<Choice>(ALL)
  // Of all reviews, whatever is chosen of them.
  const summary = useQuery(reviewsQuery(locale, product.id, ALL, 1)).data?.data.summary
  const choose = (change: Partial<Choice>) => setChoice({ ...choice, ...change })

  return (
    <Section title={t('reviews.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-12">
        {summary && summary.count > 0 && <Summary summary={summary} chosen={choice.stars} onChoose={(stars) => choose({ stars })} />}
        {summary?.count === 0 && <NoneYet />}
        {!summary && <Skeleton className="h-64 w-full rounded-xl" />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Write product={product} />
          {summary && summary.count > 0 && <Toolbar choice={choice} onChoose={choose} />}
          <ReviewList key={Object.values(choice).join()} product={product} choice={choice} onShowAll={() => setChoice(ALL)} />
        </div>
      </div>
    </Section>
  )
}

function NoneYet() {
  const t = useT()
  return (
    <div className="grid gap-1 rounded-xl bg-sunken p-5 sm:p-7">
      <h3 className="text-lg">{t('reviews.none')}</h3>
      <p className="text-muted text-pretty">{t('reviews.noneText')}</p>
    </div>
  )
}
