// A field for the picture of a banner or a tile: an uploaded picture, or a drawing that comes with the shop.
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useMay } from '~admin/session/access'
import { PictureField } from '~admin/ui/picture-field'
import { useParentForm } from '~shared/features/forms/send-form'
import { ILLUSTRATIONS, type Illustration, illustrationText, isUploaded } from '~shared/features/home/illustrations'
import { useT } from '~shared/i18n/context'
import { TextField } from '~shared/ui/fields'

const NAMES = Object.keys(ILLUSTRATIONS) as Illustration[]

interface Props {
  name: string
  /** The name of the choice without a picture. If it is absent, a picture is required. */
  none?: string
}

export function PictureChoice({ name, none }: Props) {
  const t = useT()
  const id = useId()
  const mayUpload = useMay()('products_write')
  const { form, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name, control: form.control }).field
  const picture = String(value)
  const isDrawing = NAMES.some((drawing) => illustrationText(drawing) === picture)
  const field = {
    ref,
    label: t('adminHome.label.picture'),
    error: errorFor(name),
    ...(none !== undefined && { mark: t('forms.optional') }),
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {mayUpload ? (
        <PictureField {...field} value={isUploaded(picture) ? picture : ''} onChange={onChange} />
      ) : (
        // Staff who may not upload pictures type the address of one that was uploaded before.
        <TextField
          {...field}
          placeholder="/media/…/640.webp"
          autoComplete="off"
          value={isDrawing ? '' : picture}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      <fieldset>
        <legend className="mb-1.5 text-[0.9375rem] font-semibold">{t('adminHome.picture.gallery')}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
          {none !== undefined && <Drawing group={id} label={none} isChosen={picture === ''} onChoose={() => onChange('')} />}
          {NAMES.map((drawing) => (
            <Drawing
              key={drawing}
              group={id}
              label={t(`adminHome.illustration.${drawing}`)}
              src={ILLUSTRATIONS[drawing]}
              isChosen={picture === illustrationText(drawing)}
              onChoose={() => onChange(illustrationText(drawing))}
            />
          ))}
        </div>
      </fieldset>
    </div>
  )
}

interface DrawingProps {
  group: string
  label: string
  src?: string
  isChosen: boolean
  onChoose: () => void
}

function Drawing({ group, label, src, isChosen, onChoose }: DrawingProps) {
  return (
    <label className="grid cursor-pointer grid-cols-1 content-end justify-items-center gap-1.5 rounded-lg border border-line-strong/60 bg-surface p-2 text-center text-sm wrap-anywhere has-checked:border-accent has-checked:bg-accent-soft">
      {src && <img src={src} alt="" width={64} height={64} loading="lazy" className="size-16" />}
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} className="size-4.5 accent-accent" />
      {label}
    </label>
  )
}
