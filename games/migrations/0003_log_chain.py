"""Lines of the log that are there already get their place in the chain of the site."""

import hashlib
import json

from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact


def chain_lines(apps, schema_editor):
    log_line, log_head = apps.get_model("games", "LogLine"), apps.get_model("games", "LogHead")
    previous, number = "", 0
    for number, line in enumerate(log_line.objects.order_by("pk"), start=1):
        line.chain, line.number, line.previous = "site", number, previous
        line.actor = f"account {line.who_id}" if line.who_id else ""
        said = [line.chain, line.number, line.at.isoformat(), line.actor, line.what, line.facts, previous]
        line.hash = previous = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
        line.save()
    log_head.objects.create(chain="site", length=number, hash=previous)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_tournaments")]

    operations = [
        migrations.RunPython(chain_lines, migrations.RunPython.noop),
        migrations.AlterField("logline", "chain", models.CharField(max_length=40)),
        migrations.AlterField("logline", "number", models.PositiveIntegerField()),
        migrations.AlterField("logline", "hash", models.CharField(max_length=64, unique=True)),
        migrations.AddConstraint(
            "logline", models.UniqueConstraint(fields=["chain", "number"], name="log_line_number_once")
        ),
        migrations.AddConstraint(
            "logline", models.CheckConstraint(condition=~Q(what="") & ~Q(chain=""), name="log_line_says_what")
        ),
        migrations.AddConstraint(
            "logline", models.CheckConstraint(condition=Q(number__gte=1), name="log_line_number_from_1")
        ),
        migrations.AddConstraint(
            "logline",
            models.CheckConstraint(condition=Q(Exact(Length(F("hash")), 64)), name="log_line_hash_is_one"),
        ),
        migrations.AddConstraint(
            "logline",
            models.CheckConstraint(
                condition=Q(number=1, previous="") | (Q(number__gte=2) & Q(Exact(Length(F("previous")), 64))),
                name="log_line_follows_another",
            ),
        ),
    ]
