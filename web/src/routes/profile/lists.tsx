// Product lists that an influencer composes and shares.

import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Share2, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { AccountPage } from '~/features/account/page'
import { ListDialogs, useListDialogs } from '~/features/lists/components/list-dialogs'
import { Cover, useShare } from '~/features/lists/parts'
import { myListsQuery } from '~/features/lists/queries'
import type { ProductList } from '~shared/api/types'
import emptyHeart from '~shared/assets/pictures/empty-heart.webp'
import { useAuth } from '~shared/features/auth/store'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button, ButtonLink, IconButton } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  const isBlogger = useAuth((state) => state.user?.isBlogger)
  useDocumentHead(t('common.titleOf', { name: t('lists.title') }))
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

interface ListCardProps {
  list: ProductList
  onEdit: () => void
  onDelete: () => void
}

/** The card links to the list, except for its three buttons. */
function ListCard({ list, onEdit, onDelete }: ListCardProps) {
  const { t, locale } = useI18n()
  const share = useShare()
  const { name, slug, description, productCount, createdAt, images } = list
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-xl border border-line bg-surface transition-shadow hover:shadow-lifted has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent-text">
      <Cover images={images} sizes="(min-width: 80rem) 220px, 45vw" className="aspect-5/3" />
      <div className="flex grow flex-col gap-1 p-4 pb-2">
        <h2 className="text-lg wrap-anywhere">
          <Link to={paths.myList(slug)} className="outline-none after:absolute after:inset-0 after:content-['']">
            {name}
          </Link>
        </h2>
        {description && <p className="line-clamp-2 text-[0.9375rem] text-muted wrap-anywhere">{description}</p>}
        <div className="mt-auto flex items-center justify-between gap-2 pt-1">
          <p className="text-sm text-muted">
            <span className="font-semibold text-ink">{t('catalog.products', { count: productCount })}</span>
            <span className="block">{t('lists.since', { date: date(locale, createdAt) })}</span>
          </p>
          <div className="relative z-1 -mr-2 flex">
            <IconButton label={t('lists.shareOf', { name })} onClick={() => void share(list)}>
              <Share2 aria-hidden className="size-4.5" />
            </IconButton>
            <IconButton label={t('lists.editOf', { name })} onClick={onEdit}>
              <Pencil aria-hidden className="size-4.5" />
            </IconButton>
            <IconButton label={t('lists.deleteOf', { name })} onClick={onDelete}>
              <Trash2 aria-hidden className="size-4.5" />
            </IconButton>
          </div>
        </div>
      </div>
    </li>
  )
}
