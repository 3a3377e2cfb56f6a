import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { moved } from '~admin/lib/moved'
import { buttonAfterMove, useFocusAfter } from '~admin/lib/use-focus-after'
import { OrderButtons } from '~admin/ui/order-buttons'
import { productsQuery } from '~shared/features/catalog/queries'
import { FormSelect } from '~shared/features/forms/fields'
import { ProductFinder } from '~shared/features/forms/product-finder'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { IconButton } from '~shared/ui/button'
import { useCategoryChoices } from './choices'
import { MAX_PRODUCTS, SOURCES } from './kinds'
import { MissingCategory, useMissingCategories } from './missing-category'

/** The products of a shelf. */
export function ShelfFields({ path }: { path: string }) {
  const { t } = useI18n()
  const { form } = useParentForm()
  const categories = useCategoryChoices()
  const { isMissing } = useMissingCategories()
  const source: unknown = form.watch(`${path}.source`)
  const category = String(form.watch(`${path}.category`))
  // A deleted category stays listed, so that the select shows what is saved.
  const choices = category && !categories.some(({ value }) => value === category) ? [{ value: category, label: category }] : []
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormSelect
          name={`${path}.source`}
          label={t('adminHome.label.source')}
          choices={SOURCES.map((value) => ({ value, label: t(`adminHome.source.${value}`) }))}
        />
        {source === 'category' && (
          <FormSelect
            name={`${path}.category`}
            label={t('adminHome.label.category')}
            placeholder={t('forms.choose')}
            choices={[...choices, ...categories]}
          />
        )}
      </div>
      {source === 'category' && <MissingCategory text={isMissing(category) && t('adminHome.missing.shelf')} />}
      {source === 'products' && <ProductsField name={`${path}.products`} />}
    </>
  )
}

/** Chooses products by search. Their order is that of the shelf. */
function ProductsField({ name }: { name: string }) {
  const { t } = useI18n()
  const { form, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name, control: form.control }).field
  const ids = value as number[]
  const { nameOf, remember } = useProductNames(ids)
  const [announcement, setAnnouncement] = useState('')
  const focusAfter = useFocusAfter()
  const listId = useId()

  const move = (from: number, to: number, product: string) => {
    onChange(moved(ids, from, to))
    focusAfter(`${listId}-${to}-${buttonAfterMove(from, to)}`)
    setAnnouncement(t('adminHome.moved', { name: product, place: to + 1, count: ids.length }))
  }
  const remove = (index: number, product: string) => {
    onChange(ids.toSpliced(index, 1))
    if (index < ids.length - 1) focusAfter(`${listId}-${index}-remove`)
    else form.setFocus(name)
    setAnnouncement(t('adminHome.removed', { name: product }))
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {ids.length > 0 && (
        <ol aria-label={t('adminHome.label.products')} className="divide-y divide-line">
          {ids.map((id, index) => (
            <li key={id} className="flex items-center gap-1 py-1.5">
              <span className="w-6 shrink-0 text-muted tabular-nums">{index + 1}.</span>
              <span className="min-w-0 grow font-medium wrap-anywhere">{nameOf(id)}</span>
              <OrderButtons
                id={`${listId}-${index}`}
                labels={{ up: t('adminHome.products.up', { name: nameOf(id) }), down: t('adminHome.products.down', { name: nameOf(id) }) }}
                isFirst={index === 0}
                isLast={index === ids.length - 1}
                onMove={(step) => move(index, index + step, nameOf(id))}
              />
              <IconButton
                id={`${listId}-${index}-remove`}
                label={t('adminHome.products.remove', { name: nameOf(id) })}
                onClick={() => remove(index, nameOf(id))}
              >
                <Trash2 aria-hidden className="size-5" />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <ProductFinder
        ref={ref}
        label={t('adminHome.label.products')}
        hint={t('adminHome.products.hint', { max: MAX_PRODUCTS })}
        error={errorFor(name)}
        addOf={(product) => t('adminHome.products.add', { name: product })}
        none={t('adminHome.products.none')}
        onAdd={(product) => {
          remember(product)
          if (!ids.includes(product.id)) onChange([...ids, product.id])
        }}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

/** `remember` keeps the name of an added product until the names are loaded. */
export function useProductNames(ids: number[]) {
  const { t, locale } = useI18n()
  const [added, setAdded] = useState<Record<number, string>>({})
  const { data, isPlaceholderData } = useQuery({
    ...productsQuery(locale, ids),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })
  const isLoaded = data !== undefined && !isPlaceholderData
  const nameOf = (id: number) =>
    data?.data.products.find((product) => product.id === id)?.name ??
    added[id] ??
    t(isLoaded ? 'adminHome.products.gone' : 'adminHome.products.one', { id })
  return { nameOf, remember: ({ id, name }: { id: number; name: string }) => setAdded({ ...added, [id]: name }) }
}
