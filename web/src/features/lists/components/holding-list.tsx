import { useQuery } from '@tanstack/react-query'
import type { ProductCard, ProductList } from '~shared/api/types'
import { failureText } from '~shared/features/content/failure-text'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { Skeleton } from '~shared/ui/skeleton'
import { myListsQuery } from '../queries'
import { useHolding } from '../use-holding'
import { Cover } from './cover'
import { NewListLine } from './new-list-line'

interface Props {
  product: ProductCard
  onDone: () => void
}

/** The blogger's lists, ticked where they hold the product. */
export function HoldingList({ product, onDone }: Props) {
  const { t, locale } = useI18n()
  const { data, error, refetch } = useQuery(myListsQuery(locale, product.id))
  const { hold, create, isCreating, failure } = useHolding(product.id)
  const lists = data?.data
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3">
        <Picture src={product.imageUrl} alt="" sizes="48px" className="size-12 shrink-0 rounded-md object-cover" />
        <p className="line-clamp-2 text-[0.9375rem] text-muted">{product.name}</p>
      </div>
      {!lists && !error && <Skeleton className="h-32 w-full rounded-lg" />}
      {!lists && error && (
        <div className="grid justify-items-start gap-3">
          <p role="alert">{failureText(t, error)}</p>
          <Button look="secondary" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {lists && (
        <>
          {lists.length === 0 ? (
            <p>{t('lists.adding.none')}</p>
          ) : (
            <ul aria-label={t('lists.adding.lists')} className="-mx-2 max-h-[min(22rem,44dvh)] overflow-y-auto">
              {lists.map((list) => (
                <Tick key={list.id} list={list} onChange={(holds) => hold({ id: list.id, holds })} />
              ))}
            </ul>
          )}
          <NewListLine create={create} isCreating={isCreating} />
        </>
      )}
      {failure && (
        <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad">
          {failure}
        </p>
      )}
      <Button size="lg" look={lists?.length ? 'primary' : 'secondary'} onClick={onDone}>
        {t('lists.adding.done')}
      </Button>
    </div>
  )
}

function Tick({ list, onChange }: { list: ProductList; onChange: (holds: boolean) => void }) {
  const { t } = useI18n()
  return (
    <li>
      <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 hover:bg-sunken">
        <input
          type="checkbox"
          checked={list.hasProduct}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5.5 shrink-0 cursor-pointer accent-accent"
        />
        <Cover images={list.images} sizes="48px" className="size-12 shrink-0 rounded-md" />
        <span className="min-w-0 grow">
          <span className="line-clamp-2 font-medium wrap-anywhere">{list.name}</span>
          <span className="block text-sm text-muted">{t('catalog.products', { count: list.productCount })}</span>
        </span>
      </label>
    </li>
  )
}
