// Edits the fields of a category. A field is a property of its products (a colour, a height, easy care), by which lists are filtered.
import clsx from 'clsx'
import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { LanguageFields } from '~admin/ui/language-fields'
import { MissingLanguages } from '~admin/ui/missing-languages'
import { OrderButtons } from '~admin/ui/order-buttons'
import { FormCheck, FormSelect, FormText } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { Button, IconButton } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { nameOfField } from './differences'
import { type FieldValues, MAX_KEY_LENGTH, MAX_NAME_LENGTH, MAX_UNIT_LENGTH, NEW_FIELD, TYPES } from './rules'
import { ValuesEditor } from './values-editor'

/** Fields and values that products use cannot be removed. */
export function FieldsEditor() {
  const { t, locale } = useI18n()
  const { form, invalidFields } = useParentForm()
  const list = useFieldArray({ control: form.control, name: 'fields', keyName: 'rowKey' })
  const fields = form.watch('fields') as FieldValues[]
  /** The rows that the user has opened or closed. At first, saved fields are closed and new fields are open. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = (rowKey: string) =>
    setToggled((before) => (before.has(rowKey) ? new Set([...before].filter((other) => other !== rowKey)) : new Set([...before, rowKey])))
  const remove = (index: number, field: FieldValues) => {
    list.remove(index)
    toast.plain(t('adminCategories.removed', { name: nameOfField(t, locale, field) }), {
      label: t('common.undo'),
      run: () => list.insert(index, field),
    })
  }

  return (
    <>
      {list.fields.length === 0 && <p className="text-muted">{t('adminCategories.noFields')}</p>}
      <ol className="grid gap-3">
        {list.fields.map(({ rowKey }, index) => {
          const field = fields[index]
          if (!field) return null
          const [isNew, isToggled] = [field.id === 0, toggled.has(rowKey)]
          const isInvalid = invalidFields.some((name) => name.startsWith(`fields.${index}.`))
          return (
            <FieldCard
              key={rowKey}
              index={index}
              field={field}
              isLast={index === list.fields.length - 1}
              isOpen={isInvalid || isNew !== isToggled}
              onToggle={() => toggle(rowKey)}
              onMove={(to) => list.move(index, to)}
              onRemove={() => remove(index, field)}
            />
          )
        })}
      </ol>
      <Button
        look="secondary"
        className="justify-self-start"
        onClick={() => list.append(NEW_FIELD, { shouldFocus: true, focusName: `fields.${fields.length}.name.az` })}
      >
        <Plus aria-hidden className="size-4.5" />
        {t('adminCategories.addField')}
      </Button>
    </>
  )
}

interface FieldCardProps {
  index: number
  field: FieldValues
  isLast: boolean
  isOpen: boolean
  onToggle: () => void
  onMove: (to: number) => void
  onRemove: () => void
}

function FieldCard({ index, field, isLast, isOpen, onToggle, onMove, onRemove }: FieldCardProps) {
  const { t, locale } = useI18n()
  const id = useId()
  const name = nameOfField(t, locale, field)
  return (
    <li className="grid rounded-lg border border-line">
      <div className="flex flex-wrap items-center gap-x-2 px-2">
        <h3 className="min-w-0 grow text-base">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            className="flex min-h-13 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-2 py-1 text-left"
            onClick={onToggle}
          >
            <ChevronDown aria-hidden className={clsx('size-5 shrink-0 text-muted transition-transform', !isOpen && '-rotate-90')} />
            <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>{' '}
            <span className="text-sm font-normal text-muted">
              {t(`adminCategories.type.${field.type}`)}
              {field.type === 'choice' && `, ${t('adminCategories.valueCount', { count: field.values.length })}`}
            </span>{' '}
            <MissingLanguages text={field.name} />
          </button>
        </h3>
        <OrderButtons
          labels={{ up: t('adminCategories.upOf', { name }), down: t('adminCategories.downOf', { name }) }}
          isFirst={index === 0}
          isLast={isLast}
          onMove={(step) => onMove(index + step)}
        />
        {!field.inUse && (
          <IconButton label={t('adminCategories.removeOf', { name })} onClick={onRemove}>
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
      <div
        id={id}
        role="group"
        aria-label={name}
        hidden={!isOpen}
        className={clsx('border-t border-line p-4', isOpen && 'grid grid-cols-1 gap-5')}
      >
        {isOpen && <FieldInputs index={index} field={field} />}
      </div>
    </li>
  )
}

function FieldInputs({ index, field: { key, type, inUse } }: { index: number; field: FieldValues }) {
  const { t } = useI18n()
  const path = `fields.${index}`
  return (
    <>
      {inUse && <p className="rounded-lg bg-sunken px-4 py-3 text-pretty">{t('adminCategories.fieldInUse')}</p>}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <LanguageFields name={`${path}.name`} label={t('adminCategories.label.name')} maxLength={MAX_NAME_LENGTH} />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {inUse ? (
          <dl className="grid gap-1 text-[0.9375rem] sm:col-span-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="text-muted">{t('adminCategories.label.key')}</dt>
            <dd>{key}</dd>
            <dt className="text-muted">{t('adminCategories.label.type')}</dt>
            <dd>{t(`adminCategories.type.${type}`)}</dd>
          </dl>
        ) : (
          <>
            <FormText
              name={`${path}.key`}
              label={t('adminCategories.label.key')}
              maxLength={MAX_KEY_LENGTH}
              autoComplete="off"
              spellCheck={false}
              hint={t('adminCategories.hint.key')}
            />
            <FormSelect
              name={`${path}.type`}
              label={t('adminCategories.label.type')}
              choices={TYPES.map((value) => ({ value, label: t(`adminCategories.type.${value}`) }))}
              hint={t(`adminCategories.typeHint.${type}`)}
            />
          </>
        )}
      </div>
      {type === 'range' && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <LanguageFields name={`${path}.unit`} label={t('adminCategories.label.unit')} maxLength={MAX_UNIT_LENGTH} optional />
        </div>
      )}
      <FormCheck name={`${path}.isFilterable`}>{t('adminCategories.filterable')}</FormCheck>
      {type === 'choice' && <ValuesEditor path={`${path}.values`} />}
    </>
  )
}
