import clsx from 'clsx'
import { Store } from 'lucide-react'
import type { ReviewReply } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { When } from '~shared/ui/when'
import { LongText } from './long-text'

/** What was said to a review, the shop's own words marked as such. */
export function Replies({ replies }: { replies: ReviewReply[] }) {
  const t = useT()
  return (
    <ul className="ml-2 grid gap-3 border-l-2 border-line pl-4 sm:ml-5 sm:pl-6">
      {replies.map(({ id, author, text, isShop, state, createdAt }) => (
        <li key={id} className={clsx('grid gap-1 text-[0.9375rem]', isShop && 'rounded-lg bg-sunken p-4')}>
          <p className="flex flex-wrap items-center gap-x-3">
            <strong className="inline-flex items-center gap-1.5 font-semibold wrap-anywhere">
              {isShop && <Store aria-hidden className="size-4 text-accent-text" />}
              {isShop ? t('reviews.shop') : author || t('reviews.someone')}
            </strong>
            <When at={createdAt} className="text-sm text-muted" />
            {state === 'pending' && <span className="text-sm font-medium text-warn">{t('reviews.state.pending')}</span>}
          </p>
          <LongText text={text} />
        </li>
      ))}
    </ul>
  )
}
