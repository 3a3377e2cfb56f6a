// The dialog in which an influencer puts a product into lists.

import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { failureText } from '~shared/api/failure'
import type { ProductCard, ProductList } from '~shared/api/types'
import { useI18n, useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { TextField } from '~shared/ui/fields'
import { Picture } from '~shared/ui/picture'
import { Skeleton } from '~shared/ui/states'
import { NAME } from '../limits'
import { Cover } from '../parts'
import { myListsQuery } from '~/features/lists/queries'
import { useListMembership } from '../use-list-membership'

interface ListPickerProps {
  product: ProductCard
  onDone: () => void
}

export function ListPicker({ product, onDone }: ListPickerProps) {
  const { t, locale } = useI18n()
  const { data, error, refetch } = useQuery(myListsQuery(locale, product.id))
  const { setMembership, create, isCreating, failure } = useListMembership(product.id)
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
                <ListCheckbox key={list.id} list={list} onChange={(isMember) => setMembership({ id: list.id, isMember })} />
              ))}
            </ul>
          )}
          <NewListForm create={create} isCreating={isCreating} />
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

function ListCheckbox({ list, onChange }: { list: ProductList; onChange: (isMember: boolean) => void }) {
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

interface NewListFormProps {
  create: (name: string) => Promise<unknown>
  isCreating: boolean
}

/** The description can be added later. */
function NewListForm({ create, isCreating }: NewListFormProps) {
  const t = useT()
  const [name, setName] = useState('')
  const isNamed = name.trim().length >= NAME.min
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isNamed || isCreating) return
    // The caller shows the failure. The name stays for another try.
    await create(name.trim()).then(
      () => setName(''),
      () => {},
    )
  }
  return (
    <form className="flex items-end gap-2 border-t border-line pt-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('lists.new')}
        placeholder={t('lists.hint.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={NAME.max}
        autoComplete="off"
        className="grow"
      />
      <Button type="submit" look="secondary" size="lg" busy={isCreating} disabled={!isNamed || isCreating}>
        {t('lists.adding.submit')}
      </Button>
    </form>
  )
}
