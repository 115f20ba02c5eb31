"""What is said on the projector."""

from django import forms
from django.utils.translation import gettext_lazy as _

MOST = 140


class AnnouncementForm(forms.Form):
    """A short text above everything else."""

    text = forms.CharField(
        label=_("Announcement"),
        max_length=MOST,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": MOST, "enterkeyhint": "send"}),
        help_text=_("At most 140 characters. It stands above everything else until you take it away."),
    )
