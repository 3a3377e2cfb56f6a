import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import emptyHeart from '~shared/assets/pictures/empty-heart.webp'
import { AccountPage } from '~/features/account/page'
import { useAuth } from '~shared/features/auth/store'
import { ListCard } from '~/features/lists/components/list-card'
import { ListDialogs, useListDialogs } from '~/features/lists/components/list-dialogs'
import { myListsQuery } from '~/features/lists/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { Button, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

export function Component() {
  const { t } = useI18n()
  const isBlogger = useAuth((state) => state.user?.isBlogger)
  usePage(t('common.titleOf', { name: t('lists.title') }))
  if (isBlogger) return <Lists />
  return (
    <EmptyState picture={emptyHeart} title={t('lists.bloggersOnly')} text={t('lists.bloggersOnlyText')} asPageTitle>
      <ButtonLink to={paths.influencerForm()} size="lg">
        {t('account.influencer.link')}
      </ButtonLink>
    </EmptyState>
  )
}

function Lists() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const dialogs = useListDialogs()
  const { data, isError, refetch } = useQuery(myListsQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />

  const lists = data?.data
  const create = (
    <Button size="lg" aria-haspopup="dialog" onClick={dialogs.create}>
      <Plus aria-hidden className="size-5" />
      {t('lists.new')}
    </Button>
  )
  return (
    <>
      {lists?.length === 0 ? (
        <EmptyState picture={emptyHeart} title={t('lists.empty')} text={t('lists.emptyText')} asPageTitle>
          {create}
        </EmptyState>
      ) : (
        <AccountPage title={t('lists.title')} text={t('lists.text')}>
          <div>{create}</div>
          {lists ? (
            <ul className="grid gap-4 sm:grid-cols-2">
              {lists.map((list) => (
                <ListCard key={list.id} list={list} onEdit={() => dialogs.edit(list)} onDelete={() => dialogs.delete(list)} />
              ))}
            </ul>
          ) : (
            <ListSkeleton />
          )}
        </AccountPage>
      )}
      <ListDialogs {...dialogs.shown} onCreated={({ slug }) => void navigate(paths.myList(slug))} />
    </>
  )
}
