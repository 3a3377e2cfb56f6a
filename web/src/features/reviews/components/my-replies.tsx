import type { usePages } from '~shared/api/use-pages'
import type { MyReply } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { MoreButton } from '~shared/ui/more-button'
import { MyReplyCard } from './my-reply-card'

/** What one replied to the reviews of others, newest first. */
export function MyReplies({ pages }: { pages: ReturnType<typeof usePages<MyReply>> }) {
  const t = useT()
  return (
    <section aria-labelledby="my-replies" className="grid gap-4">
      <h2 id="my-replies" className="text-xl">
        {t('reviews.replies.title')}
      </h2>
      {pages.hasFailed ? (
        <div className="grid justify-items-start gap-3">
          <p className="text-muted">{t('common.failure.unknown')}</p>
          <Button look="secondary" onClick={pages.retry}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <>
          <ul className="grid gap-4">
            {pages.items.map((mine) => (
              <MyReplyCard key={mine.reply.id} mine={mine} />
            ))}
          </ul>
          {pages.isLoading && <ListSkeleton />}
          {pages.hasMore && <MoreButton isLoading={pages.isLoading} onMore={pages.more} />}
        </>
      )}
    </section>
  )
}
