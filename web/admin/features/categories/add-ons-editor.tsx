// Chooses the add-ons of a category: products that are offered with those of the category.
import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { moved } from '~admin/lib/moved'
import { buttonAfterMove, useFocusAfter } from '~admin/lib/use-focus-after'
import { OrderButtons } from '~admin/ui/order-buttons'
import type { ProductCard } from '~shared/api/types'
import { ProductFinder } from '~shared/features/forms/product-finder'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { IconButton } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { addOnOf, type AddOnValues, MAX_ADD_ONS } from './rules'

export function AddOnsEditor() {
  const { t } = useI18n()
  const { form, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name: 'addOns', control: form.control }).field
  const addOns = value as AddOnValues[]
  const [announcement, setAnnouncement] = useState('')
  const focusAfter = useFocusAfter()
  const listId = useId()

  const move = (from: number, to: number, name: string) => {
    onChange(moved(addOns, from, to))
    focusAfter(`${listId}-${to}-${buttonAfterMove(from, to)}`)
    setAnnouncement(t('adminCategories.addOns.moved', { name, place: to + 1, count: addOns.length }))
  }
  const remove = (index: number, name: string) => {
    onChange(addOns.toSpliced(index, 1))
    if (index < addOns.length - 1) focusAfter(`${listId}-${index}-remove`)
    else form.setFocus('addOns')
    setAnnouncement(t('adminCategories.removed', { name }))
  }
  const add = (product: ProductCard) => {
    const isListed = addOns.some(({ id }) => id === product.id)
    if (!isListed) onChange([...addOns, addOnOf(product)])
    setAnnouncement(t(isListed ? 'adminCategories.addOns.listed' : 'adminCategories.addOns.added', { name: product.name }))
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {/* Above the list, so that an added product does not move the results under the pointer. */}
      <ProductFinder
        ref={ref}
        label={t('adminCategories.addOns.find')}
        hint={t('adminCategories.addOns.hint', { max: MAX_ADD_ONS })}
        error={errorFor('addOns')}
        addOf={(name) => t('adminCategories.addOns.add', { name })}
        none={t('adminCategories.addOns.notFound')}
        onAdd={add}
      />
      {addOns.length === 0 && <p className="text-muted">{t('adminCategories.addOns.none')}</p>}
      {addOns.length > 0 && (
        <ol aria-label={t('adminCategories.addOns.title')} className="divide-y divide-line">
          {addOns.map((addOn, index) => (
            <li key={addOn.id} className="grid gap-1 py-1.5">
              <div className="flex flex-wrap items-center gap-x-2">
                <AddOn number={index + 1} addOn={addOn} />
                <OrderButtons
                  id={`${listId}-${index}`}
                  labels={{ up: t('adminCategories.upOf', { name: addOn.name }), down: t('adminCategories.downOf', { name: addOn.name }) }}
                  isFirst={index === 0}
                  isLast={index === addOns.length - 1}
                  onMove={(step) => move(index, index + step, addOn.name)}
                />
                <IconButton
                  id={`${listId}-${index}-remove`}
                  data-field={`addOns.${index}`}
                  label={t('adminCategories.removeOf', { name: addOn.name })}
                  onClick={() => remove(index, addOn.name)}
                >
                  <Trash2 aria-hidden className="size-5" />
                </IconButton>
              </div>
              {errorFor(`addOns.${index}`) && <p className="text-sm font-medium text-bad">{errorFor(`addOns.${index}`)}</p>}
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

/** Says so if product pages leave the product out. */
function AddOn({ number, addOn: { name, imageUrl, state } }: { number: number; addOn: AddOnValues }) {
  const { t } = useI18n()
  return (
    <div className="flex min-w-0 grow basis-56 items-center gap-2">
      <span className="w-6 shrink-0 text-muted tabular-nums">{number}.</span>
      <Picture src={imageUrl} alt="" sizes="48px" className="size-12 shrink-0 rounded-md object-cover" />
      <span className="grid min-w-0 justify-items-start gap-0.5">
        <span className="font-medium wrap-anywhere">{name}</span>
        {state !== 'offered' && (
          <span className="rounded-full bg-warn-soft px-2.5 py-0.5 text-sm font-semibold text-warn">
            {t(`adminCategories.addOns.state.${state}`)}
          </span>
        )}
      </span>
    </div>
  )
}
