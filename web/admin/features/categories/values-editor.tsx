// Edits the values of a field between which shoppers choose.
import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useFieldArray } from 'react-hook-form'
import { LanguageFields } from '~admin/ui/language-fields'
import { OrderButtons } from '~admin/ui/order-buttons'
import { FormText } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { Button, IconButton } from '~shared/ui/button'
import { type FieldValues, MAX_NAME_LENGTH, MAX_VALUE_LENGTH, NEW_VALUE } from './rules'

export function ValuesEditor({ path }: { path: string }) {
  const { t } = useI18n()
  const { form, errorFor } = useParentForm()
  const id = useId()
  const list = useFieldArray({ control: form.control, name: path, keyName: 'rowKey' })
  const values = form.watch(path) as FieldValues['values']
  const error = errorFor(path)
  return (
    <div role="group" aria-labelledby={id} className="grid gap-3">
      <h4 id={id} className="font-semibold">
        {t('adminCategories.values')}
      </h4>
      {error && <p className="text-sm font-medium text-bad">{error}</p>}
      <ol className="grid gap-3">
        {list.fields.map(({ rowKey }, place) => {
          const value = values[place]
          if (!value) return null
          const name = value.label.az || value.value || t('adminCategories.newValue')
          return (
            <li key={rowKey}>
              <div role="group" aria-label={name} className="grid gap-3 rounded-lg bg-sunken p-3">
                <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
                  {value.inUse ? (
                    <p className="grid content-start gap-1 text-[0.9375rem]">
                      <span className="font-semibold">{value.value}</span>
                      <span className="text-sm text-muted text-pretty">{t('adminCategories.valueInUse')}</span>
                    </p>
                  ) : (
                    <FormText
                      name={`${path}.${place}.value`}
                      label={t('adminCategories.label.value')}
                      maxLength={MAX_VALUE_LENGTH}
                      autoComplete="off"
                      spellCheck={false}
                    />
                  )}
                  <LanguageFields name={`${path}.${place}.label`} label={t('adminCategories.label.label')} maxLength={MAX_NAME_LENGTH} />
                </div>
                <div className="flex justify-end">
                  <OrderButtons
                    labels={{ up: t('adminCategories.upOf', { name }), down: t('adminCategories.downOf', { name }) }}
                    isFirst={place === 0}
                    isLast={place === list.fields.length - 1}
                    onMove={(step) => list.move(place, place + step)}
                  />
                  {!value.inUse && (
                    <IconButton label={t('adminCategories.removeOf', { name })} onClick={() => list.remove(place)}>
                      <Trash2 aria-hidden className="size-5" />
                    </IconButton>
                  )}
                </div>
              </div>
            </li>
          )
        })}
      </ol>
      <Button
        look="quiet"
        className="justify-self-start"
        onClick={() => list.append(NEW_VALUE, { shouldFocus: true, focusName: `${path}.${values.length}.value` })}
      >
        <Plus aria-hidden className="size-4.5" />
        {t('adminCategories.addValue')}
      </Button>
    </div>
  )
}
