// The part of the product form with the sizes. A size is what a shopper chooses between, with its own price and stock.
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { buttonAfterMove, useFocusAfter } from '~admin/lib/use-focus-after'
import { OrderButtons } from '~admin/ui/order-buttons'
import type { CategoryField, Schemas } from '~shared/api/types'
import { FormSelect, FormText } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { LOCALES } from '~shared/i18n/locale'
import { Button, IconButton } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { CategoryFields } from './category-fields'
import { EMPTY_SIZE, MAX_SIZES, newSizeId, OPTION_KINDS, type SizeValues, type Values } from './rules'

interface Props {
  fields: CategoryField[]
  stock: Schemas['SizeStock'][]
  isNew: boolean
}

export function Sizes({ fields, stock, isNew }: Props) {
  const { t } = useI18n()
  const { form } = useParentForm()
  const { fields: rows, append, remove, move } = useFieldArray({ control: form.control, name: 'sizes' })
  const focusAfter = useFocusAfter()
  const id = useId()
  const { sizes, pictures } = form.watch() as Values

  const moveTo = (from: number, to: number) => {
    move(from, to)
    focusAfter(`${id}-${to}-${buttonAfterMove(from, to)}`)
  }
  const removeAt = (index: number) => {
    remove(index)
    focusAfter(`${id}-add`)
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      {rows.length > 0 && (
        <FormSelect
          name="optionKind"
          choices={OPTION_KINDS.map((value) => ({ value, label: t(`adminProducts.optionKind.${value}`) }))}
          className="max-w-xs"
        />
      )}
      <ol className="grid grid-cols-1 gap-4">
        {rows.map((row, index) => {
          const size = sizes[index]
          if (!size) return null
          return (
            <SizeItem
              key={row.id}
              id={id}
              index={index}
              isLast={index === rows.length - 1}
              onMove={(to) => moveTo(index, to)}
              removeButton={
                <RemoveButton
                  n={index + 1}
                  stock={stock.find((candidate) => candidate.id === size.sizeId)}
                  onRemove={() => removeAt(index)}
                />
              }
            >
              <SizeFields index={index} size={size} pictures={pictures} fields={fields} isNew={isNew} />
            </SizeItem>
          )
        })}
      </ol>
      <Button
        id={`${id}-add`}
        look="secondary"
        className="justify-self-start"
        disabled={rows.length >= MAX_SIZES}
        onClick={() => append({ ...EMPTY_SIZE, sizeId: newSizeId(sizes) })}
      >
        <Plus aria-hidden className="size-4.5" />
        {t('adminProducts.sizes.add')}
      </Button>
    </div>
  )
}

interface ItemProps {
  /** The prefix of the ids of the buttons. */
  id: string
  index: number
  isLast: boolean
  onMove: (to: number) => void
  removeButton: ReactNode
  children: ReactNode
}

function SizeItem({ id, index, isLast, onMove, removeButton, children }: ItemProps) {
  const { t } = useI18n()
  const n = index + 1
  const title = t('adminProducts.sizes.title', { n })
  return (
    <li>
      <div role="group" aria-label={title} className="grid grid-cols-1 gap-4 rounded-lg border border-line p-4">
        <div className="flex items-center gap-1">
          <p className="mr-auto font-semibold">{title}</p>
          <OrderButtons
            id={`${id}-${index}`}
            labels={{ up: t('adminProducts.sizes.earlier', { n }), down: t('adminProducts.sizes.later', { n }) }}
            isFirst={index === 0}
            isLast={isLast}
            onMove={(step) => onMove(index + step)}
          />
          {removeButton}
        </div>
        {children}
      </div>
    </li>
  )
}

interface RemoveProps {
  n: number
  stock: Schemas['SizeStock'] | undefined
  onRemove: () => void
}

/** A size with units in stock cannot be removed. */
function RemoveButton({ n, stock, onRemove }: RemoveProps) {
  const { t } = useI18n()
  const id = useId()
  const isInUse = stock !== undefined && stock.stock > 0
  return (
    <>
      {isInUse && (
        <p id={id} className="text-sm text-muted">
          {t('adminProducts.sizes.inUse', { stock: stock.stock })}
        </p>
      )}
      <IconButton
        label={t('adminProducts.sizes.remove', { n })}
        aria-describedby={isInUse ? id : undefined}
        disabled={isInUse}
        className="disabled:opacity-40"
        onClick={onRemove}
      >
        <Trash2 aria-hidden className="size-5" />
      </IconButton>
    </>
  )
}

interface SizeProps {
  index: number
  size: SizeValues
  pictures: string[]
  fields: CategoryField[]
  isNew: boolean
}

function SizeFields({ index, size, pictures, fields, isNew }: SizeProps) {
  const { t } = useI18n()
  const { invalidFields } = useParentForm()
  const path = `sizes.${index}`
  // The category's fields open when one of them has an error, and stay open while the user corrects it.
  const [isOpen, setOpen] = useState(false)
  const hasFieldError = invalidFields.some((name) => name.startsWith(`${path}.fields.`))
  return (
    <>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        {LOCALES.map((language) => (
          <div key={language} lang={language}>
            <FormText name={`${path}.name.${language}`} optional={language !== 'az'} autoComplete="off" />
          </div>
        ))}
        <FormText name={`${path}.price`} inputMode="decimal" autoComplete="off" hint={t('adminProducts.hint.price')} />
        {isNew && <FormText name={`${path}.initialStock`} optional inputMode="numeric" autoComplete="off" />}
        {pictures.length > 0 && (
          <div className="flex items-end gap-3">
            <FormSelect
              name={`${path}.picture`}
              optional
              placeholder={t('adminProducts.sizes.noPicture')}
              choices={pictures.map((url, place) => ({ value: url, label: t('adminProducts.pictures.alt', { n: place + 1 }) }))}
              className="grow"
            />
            {size.picture && (
              <Picture src={size.picture} alt="" sizes="52px" className="size-13 shrink-0 rounded-md bg-pearl object-cover" />
            )}
          </div>
        )}
      </div>
      {fields.length > 0 && (
        <details open={isOpen || hasFieldError} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium">{t('adminProducts.sizes.fields')}</summary>
          <div className="grid gap-4 pt-2">
            <p className="text-sm text-muted">{t('adminProducts.sizes.fieldsHint')}</p>
            <CategoryFields name={`${path}.fields`} fields={fields} />
          </div>
        </details>
      )}
    </>
  )
}
