import account from '../../../locales/en/account.json'
import errors from '../../../locales/en/errors.json'
import forms from '../../../locales/en/forms.json'
import signIn from '../../../locales/en/signIn.json'

export default { account, errors, forms, signIn }
