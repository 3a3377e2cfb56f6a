// The page on which operators moderate reviews of products, and replies to them.
import { useSearchParams } from 'react-router'
import { queueQuery, REVIEW_STATES } from '~admin/features/reviews/api'
import { QueuedCard } from '~admin/features/reviews/queued-card'
import { adminPaths } from '~admin/paths'
import { AdminPage, PagedList } from '~admin/ui/admin-page'
import type { QueuedText } from '~shared/api/types'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { useI18n } from '~shared/i18n/context'
import { EmptyState } from '~shared/ui/states'
import { FilterLinks } from '~shared/ui/filter-links'

/** A review and a reply may have the same id. */
const keyOf = ({ isReply, id }: QueuedText) => `${isReply ? 'reply' : 'review'} ${id}`

export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const state = REVIEW_STATES.find((state) => state === search.get('veziyyet')) ?? 'pending'
  const choices = REVIEW_STATES.map((option) => ({
    to: adminPaths.reviews(option === 'pending' ? undefined : option),
    label: t(`admin.moderation.state.${option}`),
    isCurrent: option === state,
  }))
  return (
    <AdminPage needs="reviews_read" title={t('admin.moderation.title')} text={t('admin.moderation.text')}>
      <FilterLinks label={t('admin.moderation.states')} choices={choices} />
      <PagedList
        key={state}
        queryOf={(page) => queueQuery(locale, state, page)}
        keyOf={keyOf}
        countText={(count) => t('admin.moderation.count', { count })}
        empty={
          state === 'pending' ? (
            <EmptyState picture={emptyBell} title={t('admin.moderation.empty')} text={t('admin.moderation.emptyText')} />
          ) : (
            <p className="py-10 text-center text-muted">{t('admin.moderation.emptyElse')}</p>
          )
        }
      >
        {(text) => <QueuedCard key={keyOf(text)} text={text} />}
      </PagedList>
    </AdminPage>
  )
}
